// A USB device in user space: its identity, what kind of device it is, and how it answers the host.
#pragma once
#include "common.h"

// The parts of the name that the host sees. An empty serial number is left out of the descriptor.
typedef struct Identity {
  int port, vendor, product;
  const char *serial, *name, *maker;
} Identity;
extern Identity identity;

// A control request, as chapter 9 of the USB specification defines it.
typedef struct Setup {
  uint8_t type, request;
  int value, index, length;
} Setup;

// The functions that define a camera or a microphone.
typedef struct DeviceKind {
  // The class, subclass and protocol of the device descriptor.
  uint8_t class[3];
  // Appends all descriptors behind the configuration's own.
  void (*describe)(Bytes *);
  // Answers a class request; returns the size of the answer in `out`, or -1 for a stall.
  int (*answer)(const Setup *, const uint8_t *data, int size, Bytes *out);
  void (*start)(void);
  void (*stop)(const char *why);
  // A transfer has been queued.
  void (*queued)(void);
  // Returns the time at which `run` must be called; 0 for never.
  double (*due)(void);
  void (*run)(void);
  // Executes a word of the control file; returns false if the word is unknown.
  bool (*obey)(const char *word, const char *line, double value);
  // Applies an option of the command line; returns false if the option is unknown.
  bool (*option)(const char *name, const char *value);
  void (*tell)(void);
} DeviceKind;
extern const DeviceKind camera_kind, microphone_kind;
extern const DeviceKind *kind;

// Answers any control request; returns the size of the answer in `out`, or -1 for a stall.
int answer_request(const Setup *setup, const uint8_t *data, int size, Bytes *out);
