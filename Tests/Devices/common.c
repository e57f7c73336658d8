#include "common.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device.h"

static FILE *log_file;

void put(Bytes *bytes, int size, uint32_t value) {
  for (int i = 0; i < size; i++) bytes->data[bytes->size++] = value >> (8 * i);
}

void put_all(Bytes *bytes, const void *data, int size) {
  memcpy(bytes->data + bytes->size, data, size);
  bytes->size += size;
}

void patch16(Bytes *bytes, int at, int value) {
  bytes->data[at] = value;
  bytes->data[at + 1] = value >> 8;
}

uint32_t get32(const uint8_t *at) { return at[0] | at[1] << 8 | at[2] << 16 | (uint32_t)at[3] << 24; }

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

void open_log(const char *path) {
  log_file = fopen(path, "a");
  if (!log_file) fail(path);
}

void report(const char *format, ...) {
  FILE *file = log_file ? log_file : stderr;
  va_list list;
  va_start(list, format);
  fprintf(file, "%.6f %d ", now(), identity.port);
  vfprintf(file, format, list);
  fputc('\n', file);
  fflush(file);
  va_end(list);
}

void fail(const char *what) {
  perror(what);
  exit(1);
}
