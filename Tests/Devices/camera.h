// The parts of the camera: its stream, the pictures that it sends, its faults, and its controls.
#pragma once
#include "modes.h"

// A frame on its way to the host. The flags are those of the headers before each payload.
typedef struct Frame {
  uint8_t *data;
  int size, sent;
  bool is_active, has_error, has_late_error, lacks_end;
} Frame;

// The picture with that counter: white within flashes.
typedef struct Picture {
  uint8_t *data;
  int size;
} Picture;
Picture picture(const Mode *mode, int counter, bool is_flash);
// Reads a file of JPEG pictures, the second half of which are flashes.
void load_pictures(const char *path);

// Damages the next frames as "fault KIND [COUNT [EVERY]]" says.
void order_fault(const char *line);
// Returns false if the frame is to be left out as if the sensor had never taken it.
bool apply_fault(Frame *frame, const Mode *mode, int counter);
int faults_done(void);

// Answers a request to the camera's units: the size of the answer, or -1 for a stall.
int answer_control(int unit, int selector, int request, const uint8_t *data, int size, Bytes *out);
void describe_units(Bytes *bytes);
