// A USB microphone (UAC 1.0) of 16 bits, whose sample clock may be off. It ticks at each full second of the machine's clock.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "usbip.h"

enum { BYTES_A_SAMPLE = 2, LOUD = 20000 };
static const double tick_seconds = 0.05, tick_hertz = 1000, packet_seconds = 0.001;
// A transfer each millisecond would wake three tasks a thousand times a second: transfers end together, this often.
static double batch = 0.008;

static int sample_rate = 48000, channels = 2;
static double ppm, hertz;
// Sample number `base_samples` belongs to the moment `base_time`.
static double base_time, base_samples;
static long long samples;
static bool is_streaming;
// From the first to the second, packets are empty.
static double stall_from, stall_until;

static double true_rate(void) { return sample_rate * (1 + ppm / 1e6); }

static void start(void) {
  base_time = now(), base_samples = samples = 0;
  is_streaming = true;
  pace_transfers(packet_seconds);
  report("stream starts: %d samples a second, %+g ppm", sample_rate, ppm);
}

static void tell(void) { report("samples %lld", samples); }

static void stop(const char *why) {
  if (!is_streaming) return;
  is_streaming = false;
  report("stream stops (%s)", why);
  tell();
}

// A tick at each full second, or an endless sine whose phase follows the machine's time.
static int16_t sample_at(double time) {
  double part = time - floor(time);
  if (hertz > 0) return LOUD * sin(2 * M_PI * fmod(hertz * time, 1));
  return part < tick_seconds ? LOUD * cos(2 * M_PI * tick_hertz * part) : 0;
}

static int write_samples(uint8_t *to, int count) {
  uint8_t *begin = to;
  for (int i = 0; i < count; i++) {
    int16_t value = sample_at(base_time + (samples + i - base_samples) / true_rate());
    for (int channel = 0; channel < channels; channel++) *to++ = value, *to++ = (uint16_t)value >> 8;
  }
  samples += count;
  return to - begin;
}

static void end_first(const Transfer *one, Packet *packets) {
  static uint8_t buffer[1 << 18];
  int used = 0;
  for (int i = 0; i < one->count; i++) {
    double end = one->due - packet_seconds * (one->count - 1 - i);
    int count = base_samples + (end - base_time) * true_rate() - samples;
    if (end > stall_from && end < stall_until) samples += count, count = 0;  // the sound of that time is lost
    int room = packets[i].length / (BYTES_A_SAMPLE * channels);
    packets[i].actual = write_samples(buffer + used, count < 0 ? 0 : count > room ? room : count);
    used += packets[i].actual;
  }
  end_transfer(buffer, used);
}

static void run(void) {
  double time = now();
  for (Transfer *one; (one = first_transfer()) && one->due <= time;) end_first(one, one->packets);
}

static void queued(void) {}

static double due(void) {
  const Transfer *one = first_transfer();
  return one ? ceil(one->due / batch) * batch : 0;
}

static void set_ppm(double value) {
  double time = now();
  base_samples += (time - base_time) * true_rate(), base_time = time, ppm = value;
}

static bool obey(const char *word, const char *line, double value) {
  (void)line;
  if (!strcmp(word, "ppm")) set_ppm(value);
  else if (!strcmp(word, "sine")) hertz = value;
  else if (!strcmp(word, "stall")) stall_from = ceil(now()) + 0.5, stall_until = stall_from + value;
  else return false;
  return true;
}

static bool option(const char *name, const char *value) {
  if (!strcmp(name, "--rate")) sample_rate = atoi(value);
  else if (!strcmp(name, "--channels")) channels = atoi(value);
  else if (!strcmp(name, "--ppm")) ppm = atof(value);
  else if (!strcmp(name, "--sine")) hertz = atof(value);
  else if (!strcmp(name, "--batch")) batch = atof(value);
  else return false;
  return true;
}

static void describe(Bytes *bytes) {
  int largest = (sample_rate / 1000 + 4) * channels * BYTES_A_SAMPLE;
  PUT(bytes, 9, 4, 0, 0, 0, 1, 1, 0, 0);
  PUT(bytes, 9, 0x24, 1, 0x00, 0x01, 9 + 12 + 9, 0, 1, 1);
  PUT(bytes, 12, 0x24, 2, 1, 1, 2, 0, (uint8_t)channels, channels == 2 ? 3 : 0, 0, 0, 0);  // a microphone
  PUT(bytes, 9, 0x24, 3, 2, 1, 1, 0, 1, 0);                                               // to the host
  PUT(bytes, 9, 4, 1, 0, 0, 1, 2, 0, 0);
  PUT(bytes, 9, 4, 1, 1, 1, 1, 2, 0, 0);
  PUT(bytes, 7, 0x24, 1, 2, 1, 1, 0);
  PUT(bytes, 11, 0x24, 2, 1, (uint8_t)channels, BYTES_A_SAMPLE, 8 * BYTES_A_SAMPLE, 1);
  put(bytes, 3, sample_rate);
  PUT(bytes, 9, 5, 0x81, 5);  // asynchronous, each millisecond
  put(bytes, 2, largest);
  PUT(bytes, 4, 0, 0);
  PUT(bytes, 7, 0x25, 1, 0, 0, 0, 0);
}

static int answer(const Setup *setup, const uint8_t *data, int size, Bytes *out) {
  (void)data, (void)size;
  if (setup->type == 0x22 && setup->request == 1) return 0;  // the sample rate is set
  if (setup->type != 0xa2 || setup->request != 0x81) return -1;
  put(out, 3, sample_rate);
  return 3;
}

const DeviceKind microphone_kind = {
    .class = {0, 0, 0}, .describe = describe, .answer = answer, .start = start, .stop = stop, .queued = queued,
    .due = due, .run = run, .obey = obey, .option = option, .tell = tell};
