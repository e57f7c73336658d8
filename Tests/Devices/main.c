// A USB camera or a USB microphone in user space, which plugs itself into this machine's own kernel by USB/IP (module vhci-hcd). The
// drivers uvcvideo and snd-usb-audio see a device with the requested descriptors, rates and faults.
//
//   usb-device camera     [--mode FORMAT:WIDTHxHEIGHT:RATES]... [--frames FILE] [--stream FILE] [--payload BYTES] [--isochronous yes]
//                         [--late UNIT/SELECTOR]
//   usb-device microphone [--rate HERTZ] [--channels N] [--ppm PPM] [--sine HERTZ] [--batch SECONDS]
//   both                  [--port N] [--vendor HEX] [--product HEX] [--serial TEXT] [--name TEXT] [--maker TEXT]
//                         [--control FIFO] [--log FILE] [--do WORDS]... [--unplugged yes]
//
// FORMAT is mjpeg, yuy2, grey or h264. RATES are frames a second with commas, LOW-HIGH or LOW-HIGH/STEP (of 100 ns) for a continuous range
// (LOW may be 0), "none" for a mode without intervals (Linux accepts no such camera), or "zero" for an interval of 0.
// FILE holds concatenated JPEG pictures (make-pictures). Picture N of the first half has the counter N. Those of the second half are
// white and are sent in the first 0.1 s of each second of CLOCK_MONOTONIC. The microphone ticks at the same moments.
// The file of --stream holds H.264, a picture for each counter (make-pictures); a stream begins with a key frame. The control of --late
// (its numbers as in the log) is refused while the camera does not stream.
//
// WORDS come with --do or, a line each, through the FIFO:
//   plug [PORT] | unplug | quit
//   tell                        writes the counters to the log
//   rate R                      frames a second that are delivered, whatever the descriptors say; 0 for the negotiated rate
//   first S                     seconds from the start of a stream to its first frame
//   stall S                     nothing is delivered for S seconds; a microphone's packets are empty, from a moment between two ticks on
//   jitter S                    each frame is late by up to S seconds
//   fault KIND [COUNT [EVERY]]  damages the next COUNT frames, or COUNT times each EVERYth: truncated | cut (to 60 %, but the end marker
//                               stays) | hole (20 % are missing) | bits | size (another one in the JPEG header) | garbage | empty |
//                               error (marked) | late-error | no-end | tail (zeros behind the picture) | overflow (larger than the
//                               driver's buffer) | skipped (left out without a gap in the sequence)
//   ppm P                       the microphone's clock is P ppm faster than the machine's
//   sine HERTZ                  a tone instead of the ticks; 0 for ticks
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "device.h"
#include "modes.h"
#include "usbip.h"

enum { MAX_WORDS = 64, WRONG_USAGE = 64 };

Identity identity = {.vendor = 0x1234, .product = 0x5678, .serial = "0001", .name = "Test Camera", .maker = "dualcam"};
const DeviceKind *kind;
static int control = -1, timer = -1;
static const char *first_words[MAX_WORDS];
static int first_count;
static bool is_plugged = true;

static void obey(char *line) {
  char word[32] = "";
  double value = 0;
  bool has_value = sscanf(line, "%31s %lf", word, &value) == 2;
  if (!*word) return;
  report("> %s", line);
  if (!strcmp(word, "plug")) {
    if (has_value) identity.port = value;
    plug();
  } else if (!strcmp(word, "unplug")) unplug();
  else if (!strcmp(word, "tell")) kind->tell();
  else if (!strcmp(word, "quit")) unplug(), exit(0);
  else if (!kind->obey(word, line, value)) report("unknown word");
}

static void open_control(const char *path) {
  if (mkfifo(path, 0600) && errno != EEXIST) fail(path);
  // Opened for reading and writing, so that it does not end when a writer closes it.
  if ((control = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)) < 0) fail(path);
}

static bool option(const char *name, const char *value) {
  if (!strcmp(name, "--port")) identity.port = atoi(value);
  else if (!strcmp(name, "--vendor")) identity.vendor = strtol(value, NULL, 16);
  else if (!strcmp(name, "--product")) identity.product = strtol(value, NULL, 16);
  else if (!strcmp(name, "--serial")) identity.serial = value;
  else if (!strcmp(name, "--name")) identity.name = value;
  else if (!strcmp(name, "--maker")) identity.maker = value;
  else if (!strcmp(name, "--control")) open_control(value);
  else if (!strcmp(name, "--log")) open_log(value);
  else if (!strcmp(name, "--do") && first_count < MAX_WORDS) first_words[first_count++] = value;
  else if (!strcmp(name, "--unplugged")) is_plugged = strcmp(value, "yes");
  else return kind->option(name, value);
  return true;
}

static void read_arguments(int count, char **words) {
  kind = count > 1 && !strcmp(words[1], "camera") ? &camera_kind : count > 1 && !strcmp(words[1], "microphone") ? &microphone_kind : NULL;
  if (!kind) {
    fprintf(stderr, "usb-device camera|microphone [OPTION VALUE]...; the options stand at the head of main.c\n");
    exit(WRONG_USAGE);
  }
  if (kind == &microphone_kind) identity.name = "Test Microphone", identity.product = 0x5679;
  for (int i = 2; i < count; i += 2) {
    if (i + 1 < count && option(words[i], words[i + 1])) continue;
    fprintf(stderr, "usb-device: %s is not an option, lacks its value, or has a wrong one\n", words[i]);
    exit(WRONG_USAGE);
  }
  if (kind == &camera_kind && !mode_count()) add_mode("mjpeg:320x240:30,15,10,5");
}

// The device must not wait for the recording program.
static void be_punctual(void) {
  struct sched_param highest = {.sched_priority = 50};
  mlockall(MCL_CURRENT | MCL_FUTURE);
  if (sched_setscheduler(0, SCHED_FIFO, &highest)) report("without real-time priority: %s", strerror(errno));
}

static void set_timer(void) {
  double due = kind->due();
  struct itimerspec when = {.it_value = {(time_t)due, (long)((due - floor(due)) * 1e9)}};
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL);
}

static void handle_words(void) {
  char text[4096];
  ssize_t size = read(control, text, sizeof text - 1);
  if (size <= 0) return;
  text[size] = 0;
  for (char *rest = text, *line; (line = strsep(&rest, "\n"));) obey(line);
}

static void wait_and_handle(void) {
  struct pollfd watched[3] = {{timer, POLLIN, 0}, {control, POLLIN, 0}, {usbip_socket(), POLLIN, 0}};
  set_timer();
  if (poll(watched, 3, -1) < 0 && errno != EINTR) fail("poll");
  if (watched[0].revents & POLLIN) {
    uint64_t times;
    if (read(timer, &times, sizeof times) < 0 && errno != EAGAIN) fail("timer");
  }
  if (watched[2].revents && !usbip_handle()) {
    report("the host has let go");
    unplug();
  }
  // Last, because a word may plug the device into another socket.
  if (watched[1].revents & POLLIN) handle_words();
  kind->run();
}

int main(int count, char **words) {
  read_arguments(count, words);
  timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  be_punctual();
  for (int i = 0; i < first_count; i++) {
    char line[256];
    snprintf(line, sizeof line, "%s", first_words[i]);
    obey(line);
  }
  if (is_plugged) plug();
  for (;;) wait_and_handle();
}
