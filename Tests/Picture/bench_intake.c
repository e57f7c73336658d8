#include "bench.h"

#include <gst/gst.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct intake_case {
  const char *name, *format, *colour, *made;
} intake_case;

#define SRGB "sRGB"
#define BT709 "bt709"

static const intake_case cases[] = {
    {"RGB intake", "RGB", SRGB, "I420"},         {"BGR intake", "BGR", SRGB, "I420"},
    {"BGRx intake", "BGRx", SRGB, "I420"},       {"xRGB intake", "xRGB", SRGB, "I420"},
    {"BGRx intake, NV12", "BGRx", SRGB, "NV12"}, {"RGB16 intake", "RGB16", SRGB, "I420"},
    {"GRAY8 intake", "GRAY8", "1:4:0:0", "I420"}, {"YUY2 intake", "YUY2", BT709, "I420"},
    {"UYVY intake", "UYVY", BT709, "I420"},      {"YVYU intake", "YVYU", BT709, "I420"},
    {"YUY2 intake, NV12", "YUY2", BT709, "NV12"}, {"NV12 intake", "NV12", BT709, "I420"},
    {"NV21 intake", "NV21", BT709, "I420"},      {"NV16 intake", "NV16", BT709, "I420"},
    {"NV24 intake", "NV24", BT709, "I420"},
};

/* Returns the milliseconds per frame. */
static double run(const intake_case *bench, const char *factory, int frames) {
  gchar *line = g_strdup_printf(
      "videotestsrc num-buffers=1 ! video/x-raw,format=%s,width=1920,height=1080,framerate=30/1,colorimetry=%s ! "
      "imagefreeze num-buffers=%d ! %s ! video/x-raw,format=%s,colorimetry=bt709 ! fakesink",
      bench->format, bench->colour, frames, factory, bench->made);
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch(line, &error);
  if (error) {
    fprintf(stderr, "%s: %s\n", line, error->message);
    exit(2);
  }
  g_free(line);
  GstBus *bus = gst_element_get_bus(pipeline);
  gst_element_set_state(pipeline, GST_STATE_PAUSED);
  gst_element_get_state(pipeline, NULL, NULL, GST_CLOCK_TIME_NONE);
  double before = bench_cpu();
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  GstMessage *end = gst_bus_timed_pop_filtered(bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  double spent = bench_cpu() - before;
  if (GST_MESSAGE_TYPE(end) == GST_MESSAGE_ERROR) {
    fprintf(stderr, "%s, %s failed\n", bench->name, factory);
    exit(2);
  }
  gst_message_unref(end);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(bus);
  gst_object_unref(pipeline);
  return spent / frames;
}

void bench_intakes(int frames, const char *name) {
  for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
    const intake_case *bench = &cases[index];
    if (name && strcmp(name, bench->name) != 0) continue;
    printf("{\"case\": \"%s\", \"goal\": 0, \"dualcammixer\": %.3f, \"compositor\": %.3f}\n", bench->name,
           run(bench, "dualcamintake", frames), run(bench, "videoconvert", frames));
    fflush(stdout);
  }
}
