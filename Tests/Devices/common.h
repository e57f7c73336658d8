// The clock, the log and byte strings, shared by all parts of the device.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A descriptor or an answer that grows at its end.
typedef struct Bytes {
  uint8_t data[4096];
  int size;
} Bytes;

// Appends the lowest `size` bytes of `value`, the lowest first: the order of USB.
void put(Bytes *bytes, int size, uint32_t value);
void put_all(Bytes *bytes, const void *data, int size);
#define PUT(bytes, ...) put_all((bytes), (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))
// Overwrites the two bytes at `at`.
void patch16(Bytes *bytes, int at, int value);
uint32_t get32(const uint8_t *at);

// Seconds of CLOCK_MONOTONIC.
double now(void);
// Appends a line to the log, after the time and the device's port.
__attribute__((format(printf, 1, 2))) void report(const char *format, ...);
void open_log(const char *path);
// Prints why the last system call failed, and ends the program.
__attribute__((noreturn)) void fail(const char *what);
