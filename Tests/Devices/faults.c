#include "camera.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char kind_of_fault[32];
static int remaining, every = 1, phase, done;
static uint8_t *copy;

void order_fault(const char *line) {
  remaining = 1, every = 1, phase = 0;
  sscanf(line, "%*s %31s %d %d", kind_of_fault, &remaining, &every);
  if (every < 1) every = 1;
}

int faults_done(void) { return done; }

static bool is_kind(const char *name) { return !strcmp(kind_of_fault, name); }

// Doubles the height and halves the width in the JPEG header (SOF0).
static void change_size(Frame *frame, const Mode *mode) {
  for (int i = 0; i + 8 < frame->size; i++) {
    uint8_t *at = frame->data + i;
    if (at[0] != 0xff || at[1] != 0xc0) continue;
    at[5] = mode->height * 2 >> 8, at[6] = mode->height * 2;
    at[7] = mode->width / 2 >> 8, at[8] = mode->width / 2;
    return;
  }
}

static void append_zeros(Frame *frame, int size) {
  memset(frame->data + frame->size, 0, size);
  frame->size += size;
}

// Takes bytes out of the middle of the picture; its end stays.
static void shorten(Frame *frame, int size) {
  int from = frame->size / 2;
  if (from + size > frame->size - 2) from = frame->size - 2 - size;
  memmove(frame->data + from, frame->data + from + size, frame->size - from - size);
  frame->size -= size;
}

bool apply_fault(Frame *frame, const Mode *mode, int counter) {
  if (remaining <= 0 || phase++ % every != 0) return true;
  remaining--, done++;
  report("fault %s, counter %d", kind_of_fault, counter);
  if (is_kind("skipped")) return false;
  int largest = largest_frame(mode);
  copy = realloc(copy, frame->size + 2 * largest + 4096);
  if (!copy) fail("memory");
  frame->data = memcpy(copy, frame->data, frame->size);
  if (is_kind("truncated")) frame->size = frame->size * 6 / 10;
  else if (is_kind("cut")) shorten(frame, frame->size * 4 / 10);
  else if (is_kind("hole")) shorten(frame, frame->size * 2 / 10);
  else if (is_kind("bits")) for (int i = frame->size / 2; i < frame->size / 2 + 40; i++) copy[i] ^= 0x55;
  else if (is_kind("size")) change_size(frame, mode);
  else if (is_kind("garbage")) for (int i = 0; i < frame->size; i++) copy[i] = rand() >> 8;
  else if (is_kind("empty")) frame->size = 0;
  else if (is_kind("error")) frame->has_error = true;
  else if (is_kind("late-error")) frame->has_late_error = true;
  else if (is_kind("no-end")) frame->lacks_end = true;
  else if (is_kind("tail")) append_zeros(frame, 2000);
  else if (is_kind("overflow")) append_zeros(frame, largest + 1000);
  else report("unknown fault");
  return true;
}
