// A USB camera (UVC 1.0): the stream of frames, and the requests that start it.
#include "camera.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "usbip.h"

enum { HEADER = 2, END_OF_FRAME = 2, ERROR_BIT = 0x40, END_OF_HEADER = 0x80, COUNTERS = 256 };
static const double flash_seconds = 0.1, first_seconds = 0.03, late_seconds = 0.005;

static bool is_isochronous, streams;
static int payload = 16384;
static uint8_t probed[PROBE_BYTES], committed[PROBE_BYTES];
// The settings from the control file; a rate of 0 is the negotiated one.
static double rate, first_delay, jitter, stalled_until;
static double next_time, delay;
static int counter, frame_id;
static Frame frame;
static unsigned long sent, unsent, late;

bool is_streaming(void) { return streams; }

static double period(void) { return rate > 0 ? 1 / rate : get32(committed + 4) / 1e7; }

static const Mode *current_mode(void) { return mode_of(committed[2], committed[3]); }

// Frames are at multiples of their period, so that cameras of one rate show the flash of a full second at the same frame.
static void start(void) {
  const Mode *mode = current_mode();
  streams = true, frame.is_active = false;
  double begin = now() + (first_delay > 0 ? first_delay : first_seconds);
  next_time = ceil(begin / period()) * period();
  counter = next_key(mode, counter);
  report("stream starts: %s %dx%d, interval %u, %g frames a second, the first after %g s", format_name(mode->format), mode->width,
         mode->height, get32(committed + 4), 1 / period(), next_time - now());
}

static void tell(void) {
  report("frames %lu, without a transfer %lu, late %lu, faults %d, counter %d", sent, unsent, late, faults_done(), counter);
}

static void stop(const char *why) {
  if (!streams) return;
  streams = frame.is_active = false;
  report("stream stops (%s)", why);
  tell();
}

static uint8_t header_bits(bool is_last) {
  bool is_marked = frame.has_error || (is_last && frame.has_late_error);
  return END_OF_HEADER | frame_id | (is_last && !frame.lacks_end ? END_OF_FRAME : 0) | (is_marked ? ERROR_BIT : 0);
}

// Writes a header and as much of the frame as fits after it; returns the size of both.
static int write_payload(uint8_t *to, int room) {
  int part = frame.size - frame.sent;
  if (part > room - HEADER) part = room - HEADER;
  bool is_last = frame.sent + part == frame.size;
  to[0] = HEADER, to[1] = header_bits(is_last);
  if (part > 0) memcpy(to + HEADER, frame.data + frame.sent, part);
  frame.sent += part;
  if (is_last) frame.is_active = false, sent++;
  return part + HEADER;
}

// Sends as much of the frame as the host has transfers for.
static void send_frame(void) {
  static uint8_t buffer[1 << 20];
  for (Transfer *one; frame.is_active && (one = first_transfer());) {
    int used = 0;
    for (int i = 0; i < one->count && frame.is_active; i++) {
      one->packets[i].actual = write_payload(buffer + used, one->packets[i].length);
      used += one->packets[i].actual;
    }
    // In bulk mode a payload is a transfer: it ends at its maximum size (dwMaxPayloadTransferSize), or because it is shorter.
    if (!one->count) used = write_payload(buffer, one->length < payload ? one->length : payload);
    end_transfer(buffer, used);
  }
}

// The flash begins with the frame that is nearest to a full second. Intervals are whole multiples of 100 ns, so that frames of 1/30 s
// drift ahead of the full second, and the next frame would show the flash a whole period late.
static bool is_flash(double time) {
  double half = period() / 2;
  return time + half - floor(time + half) < flash_seconds;
}

static void take_frame(double time) {
  const Mode *mode = current_mode();
  Picture shown = picture(mode, counter, is_flash(time));
  Frame taken = {.data = shown.data, .size = shown.size, .is_active = true};
  int number = counter;
  counter = (counter + 1) % COUNTERS;
  if (!shown.data || !apply_fault(&taken, mode, number)) return;
  // The driver has not fetched the frame before.
  if (frame.is_active) unsent++;
  else frame = taken, frame_id ^= 1;
}

static double due(void) { return streams ? next_time + delay : 0; }

static void run(void) {
  double time = now();
  if (!streams || time < next_time + delay) return;
  if (time > next_time + delay + late_seconds) late++;
  if (next_time >= stalled_until) take_frame(next_time), send_frame();
  delay = jitter * rand() / RAND_MAX;
  next_time += period();
  if (next_time < time - 1) next_time = time + period();
}

static bool obey(const char *word, const char *line, double value) {
  if (!strcmp(word, "rate")) rate = value;
  else if (!strcmp(word, "first")) first_delay = value;
  else if (!strcmp(word, "stall")) stalled_until = now() + value;
  else if (!strcmp(word, "jitter")) jitter = value;
  else if (!strcmp(word, "fault")) order_fault(line);
  else return false;
  return true;
}

static bool option(const char *name, const char *value) {
  if (!strcmp(name, "--frames")) load_pictures(value);
  else if (!strcmp(name, "--stream")) load_stream(value);
  else if (!strcmp(name, "--late")) return make_late(value);
  else if (!strcmp(name, "--payload")) payload = atoi(value);
  else if (!strcmp(name, "--isochronous")) is_isochronous = !strcmp(value, "yes");
  else return !strcmp(name, "--mode") && add_mode(value);
  return true;
}

static void describe_control(Bytes *bytes) {
  PUT(bytes, 8, 11, 0, 2, 14, 3, 0, 4);  // both interfaces belong together
  PUT(bytes, 9, 4, 0, 0, 0, 14, 1, 0, 4);
  int begin = bytes->size;
  PUT(bytes, 13, 0x24, 1, 0x00, 0x01, 0, 0, 0x40, 0x42, 0x0f, 0, 1, 1);  // UVC 1.0, a clock of 1 MHz
  describe_units(bytes);
  patch16(bytes, begin + 5, bytes->size - begin);
}

static void describe(Bytes *bytes) {
  describe_control(bytes);
  PUT(bytes, 9, 4, 1, 0, is_isochronous ? 0 : 1, 14, 2, 0, 0);
  int begin = bytes->size, formats = count_formats();
  PUT(bytes, (uint8_t)(13 + formats), 0x24, 1, (uint8_t)formats, 0, 0, 0x81, 0, 3, 0, 0, 0, 1);
  put(bytes, formats, 0);
  describe_formats(bytes);
  patch16(bytes, begin + 4, bytes->size - begin);
  if (!is_isochronous) {
    PUT(bytes, 7, 5, 0x81, 2, 0, 2, 0);
    return;
  }
  for (int setting = 1; setting <= 2; setting++) {  // 1024 or 3072 bytes each millisecond
    PUT(bytes, 9, 4, 1, (uint8_t)setting, 1, 14, 2, 0, 0);
    PUT(bytes, 7, 5, 0x81, 5, 0, setting == 1 ? 0x04 : 0x14, 4);
  }
}

enum { SET = 0x01, GET_SIZE = 0x85, GET_INFO = 0x86, GET_USUAL = 0x87 };
enum { PROBE = 1, COMMIT = 2 };

static int set_mode(int selector, const uint8_t *data, int size) {
  uint8_t *state = selector == PROBE ? probed : committed;
  memcpy(state, data, size < PROBE_BYTES ? size : PROBE_BYTES);
  negotiate(state, is_isochronous ? 1024 : payload);
  if (selector == COMMIT && !is_isochronous) start();
  return 0;
}

static int answer_mode(int selector, const Setup *setup, const uint8_t *data, int size, Bytes *out) {
  if (selector != PROBE && selector != COMMIT) return -1;
  if (setup->request == SET) return set_mode(selector, data, size);
  if (setup->request == GET_INFO) put(out, 1, 3);
  else if (setup->request == GET_SIZE) put(out, 2, PROBE_BYTES);
  else {
    uint8_t answer[PROBE_BYTES] = {0};
    if (setup->request != GET_USUAL) memcpy(answer, selector == PROBE ? probed : committed, PROBE_BYTES);
    negotiate(answer, is_isochronous ? 1024 : payload);
    put_all(out, answer, PROBE_BYTES);
  }
  return out->size < setup->length ? out->size : setup->length;
}

static int answer(const Setup *setup, const uint8_t *data, int size, Bytes *out) {
  if (setup->type != 0x21 && setup->type != 0xa1) return -1;
  if ((setup->index & 255) == 1) return answer_mode(setup->value >> 8, setup, data, size, out);
  return answer_control(setup->index >> 8, setup->value >> 8, setup->request, data, size, out);
}

const DeviceKind camera_kind = {
    .class = {0xef, 2, 1}, .describe = describe, .answer = answer, .start = start, .stop = stop, .queued = send_frame,
    .due = due, .run = run, .obey = obey, .option = option, .tell = tell};
