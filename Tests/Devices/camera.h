// The parts of the camera: its stream, the pictures that it sends, its faults, and its controls.
#pragma once
#include "modes.h"

// A frame on its way to the host. The flags are those of the headers before each payload.
typedef struct Frame {
  uint8_t *data;
  int size, sent;
  bool is_active, has_error, has_late_error, lacks_end;
} Frame;

// Returns the picture with that counter: white within flashes.
typedef struct Picture {
  uint8_t *data;
  int size;
} Picture;
Picture picture(const Mode *mode, int counter, bool is_flash);
// Reads a file of JPEG pictures, the second half of which are flashes.
void load_pictures(const char *path);
// Reads a file of H.264 access units, each of which begins with a delimiter.
void load_stream(const char *path);
// Returns the first counter, from this one on, whose picture depends on no earlier one.
int next_key(const Mode *mode, int counter);

// Damages the next frames as "fault KIND [COUNT [EVERY]]" says.
void order_fault(const char *line);
// Returns false if the frame must be left out as if the sensor had never captured it.
bool apply_fault(Frame *frame, const Mode *mode, int counter);
int faults_done(void);

bool is_streaming(void);
// The control UNIT/SELECTOR is refused while the camera does not stream; returns false if there is no such control.
bool make_late(const char *words);
// Answers a request to the camera's units; returns the size of the answer, or -1 for a stall.
int answer_control(int unit, int selector, int request, const uint8_t *data, int size, Bytes *out);
void describe_units(Bytes *bytes);
