#include "modes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FALLBACK_INTERVAL = 333333 };

static Mode modes[MAX_MODES];
static int count;
static const char *const names[FORMATS] = {"mjpeg", "yuy2", "grey", "h264"};

int mode_count(void) { return count; }
const char *format_name(Format format) { return names[format]; }

int largest_frame(const Mode *mode) { return mode->width * mode->height * (mode->format == GREY ? 1 : 2); }

static bool read_rates(Mode *mode, char *rates) {
  double low, high;
  int step = 1;
  if (!strcmp(rates, "none")) {
    mode->has_none = true;
    return true;
  }
  if (strchr(rates, '-')) {
    if (sscanf(rates, "%lf-%lf/%d", &low, &high, &step) < 2) return false;
    mode->is_range = true, mode->low = 1e7 / high, mode->high = low > 0 ? 1e7 / low : UINT32_MAX, mode->step = step;
    return true;
  }
  char *rest = NULL;
  for (char *rate = strtok_r(rates, ",", &rest); rate; rate = strtok_r(NULL, ",", &rest)) {
    if (mode->count == MAX_INTERVALS) return false;
    mode->intervals[mode->count++] = strcmp(rate, "zero") ? 1e7 / atof(rate) : 0;
  }
  return mode->count > 0;
}

bool add_mode(const char *words) {
  char name[8], rates[128];
  if (count == MAX_MODES) return false;
  Mode *mode = &modes[count];
  if (sscanf(words, "%7[^:]:%dx%d:%127s", name, &mode->width, &mode->height, rates) != 4) return false;
  while (mode->format < FORMATS && strcmp(names[mode->format], name)) mode->format++;
  if (mode->format == FORMATS || !read_rates(mode, rates)) return false;
  count++;
  return true;
}

static int count_of(Format format) {
  int found = 0;
  for (int i = 0; i < count; i++) found += modes[i].format == format;
  return found;
}

int count_formats(void) {
  int found = 0;
  for (Format format = 0; format < FORMATS; format++) found += count_of(format) > 0;
  return found;
}

// Returns the format of a descriptor's index, which begins at 1 and skips formats that the camera does not have.
static Format format_of(int index) {
  Format last = modes[0].format;
  for (Format format = 0; format < FORMATS; format++) {
    if (!count_of(format)) continue;
    last = format;
    if (--index <= 0) break;
  }
  return last;
}

const Mode *mode_of(int format_index, int frame_index) {
  Format wanted = format_of(format_index);
  const Mode *found = NULL;
  for (int i = 0; i < count; i++) {
    if (modes[i].format != wanted) continue;
    if (!found || frame_index == 1) found = &modes[i];
    if (--frame_index <= 0) return &modes[i];
  }
  return found;
}

static void describe_frame(Bytes *bytes, const Mode *mode, int index) {
  int words = mode->is_range ? 3 : mode->count;
  uint32_t fast = mode->is_range ? mode->low : mode->count ? mode->intervals[0] : FALLBACK_INTERVAL;
  uint32_t slow = mode->is_range ? mode->high : mode->count ? mode->intervals[mode->count - 1] : FALLBACK_INTERVAL;
  int size = largest_frame(mode);
  bool is_frame_based = mode->format == H264;
  PUT(bytes, (uint8_t)(26 + 4 * words), 0x24, is_frame_based ? 0x11 : mode->format == MJPEG ? 7 : 5, (uint8_t)index, 0);
  put(bytes, 2, mode->width), put(bytes, 2, mode->height);
  put(bytes, 4, slow ? size * 8.0 * 1e7 / slow : 0), put(bytes, 4, fast ? size * 8.0 * 1e7 / fast : 0);
  if (!is_frame_based) put(bytes, 4, size);
  put(bytes, 4, fast), put(bytes, 1, mode->is_range ? 0 : mode->count);
  if (is_frame_based) put(bytes, 4, 0);  // bytes of a line: they differ
  if (mode->is_range) put(bytes, 4, mode->low), put(bytes, 4, mode->high), put(bytes, 4, mode->step);
  for (int i = 0; i < mode->count; i++) put(bytes, 4, mode->intervals[i]);
}

static void describe_format(Bytes *bytes, Format format, int index) {
  int frames = count_of(format);
  if (format == MJPEG) {
    PUT(bytes, 11, 0x24, 6, (uint8_t)index, (uint8_t)frames, 1, 1, 0, 0, 0, 0);
    return;
  }
  bool is_frame_based = format == H264;
  PUT(bytes, is_frame_based ? 28 : 27, 0x24, is_frame_based ? 0x10 : 4, (uint8_t)index, (uint8_t)frames);
  put_all(bytes, is_frame_based ? "H264" : format == YUY2 ? "YUY2" : "Y800", 4);
  PUT(bytes, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71, format == GREY ? 8 : 16, 1, 0, 0, 0, 0);
  if (is_frame_based) PUT(bytes, 1);  // frames of different sizes
}

int describe_formats(Bytes *bytes) {
  int index = 0;
  for (Format format = 0; format < FORMATS; format++) {
    if (!count_of(format)) continue;
    describe_format(bytes, format, ++index);
    int frame = 0;
    for (int i = 0; i < count; i++)
      if (modes[i].format == format) describe_frame(bytes, &modes[i], ++frame);
    PUT(bytes, 6, 0x24, 0x0d, 1, 1, 4);  // BT.709 primaries and transfer, BT.601 matrix
  }
  return index;
}

static uint32_t nearest_interval(const Mode *mode, uint32_t wanted) {
  if (mode->is_range) return wanted < mode->low ? mode->low : wanted > mode->high ? mode->high : wanted;
  if (mode->has_none) return wanted ? wanted : FALLBACK_INTERVAL;
  uint32_t nearest = mode->intervals[0];
  for (int i = 1; i < mode->count; i++)
    if (labs((long)mode->intervals[i] - wanted) < labs((long)nearest - wanted)) nearest = mode->intervals[i];
  return nearest;
}

static void set32(uint8_t *at, uint32_t value) {
  for (int i = 0; i < 4; i++) at[i] = value >> (8 * i);
}

void negotiate(uint8_t request[PROBE_BYTES], int payload) {
  const Mode *mode = mode_of(request[2], request[3]);
  if (!request[2]) request[2] = 1;
  if (!request[3]) request[3] = 1;
  set32(request + 4, nearest_interval(mode, get32(request + 4)));
  set32(request + 18, largest_frame(mode));
  set32(request + 22, payload);
}
