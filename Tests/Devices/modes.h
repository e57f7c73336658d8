// The modes of the camera: formats, sizes and intervals, as in its descriptors.
#pragma once
#include "common.h"

enum { MAX_MODES = 16, MAX_INTERVALS = 16, PROBE_BYTES = 26 };

typedef enum Format { MJPEG, YUY2, GREY, H264, FORMATS } Format;

typedef struct Mode {
  Format format;
  int width, height;
  // Intervals in 100 ns, or a range of them (bFrameIntervalType 0), or none at all.
  int count;
  uint32_t intervals[MAX_INTERVALS];
  bool is_range, has_none;
  uint32_t low, high, step;
} Mode;

// Adds the mode FORMAT:WIDTHxHEIGHT:RATES (see main.c); returns false if the text has another form.
bool add_mode(const char *words);
int mode_count(void);
const Mode *mode_of(int format_index, int frame_index);
// Returns the size of the largest frame in bytes.
int largest_frame(const Mode *mode);
const char *format_name(Format format);
// Appends the formats and their frames to the descriptor of the streaming interface, and returns how many formats there are.
int describe_formats(Bytes *bytes);
int count_formats(void);
// Completes the host's request for a mode (the structure of the probe and commit controls) with what the camera can do.
void negotiate(uint8_t request[PROBE_BYTES], int payload);
