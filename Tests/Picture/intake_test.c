/* Tests of dualcamintake in small pipelines: the colours of every format, the negotiated caps, and what is refused. Prints the failures
   and exits with 1. */
#include <gst/gst.h>
#include <gst/video/video.h>
#include <mixer.h>
#include <stdio.h>
#include <stdlib.h>

enum { FRAMES = 3 };

static int failures;

static void expect(gboolean fine, const char *what, const char *which, int number) {
  if (fine) return;
  printf("intake: %s (%s, %d)\n", what, which, number);
  failures++;
}

/* The output: the samples in the middle of the last frame, and the caps. */
typedef struct seen {
  int count, part[3];
  GstCaps *caps;
} seen;

static void look(GstElement *sink, GstBuffer *buffer, GstPad *pad, gpointer data) {
  (void)sink;
  seen *all = data;
  GstVideoInfo info;
  GstVideoFrame frame;
  gst_clear_caps(&all->caps);
  all->caps = gst_pad_get_current_caps(pad);
  gst_video_info_from_caps(&info, all->caps);
  if (!gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ)) exit(2);
  for (guint part = 0; part < 3; part++) {
    int x = 8 >> GST_VIDEO_FORMAT_INFO_W_SUB(info.finfo, part), y = 8 >> GST_VIDEO_FORMAT_INFO_H_SUB(info.finfo, part);
    const guint8 *samples = GST_VIDEO_FRAME_COMP_DATA(&frame, part);
    all->part[part] = samples[y * GST_VIDEO_FRAME_COMP_STRIDE(&frame, part) + x * GST_VIDEO_FRAME_COMP_PSTRIDE(&frame, part)];
  }
  all->count++;
  gst_video_frame_unmap(&frame);
}

static GstMessageType play(const char *line, seen *all) {
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch(line, &error);
  if (error) {
    printf("intake: %s: %s\n", line, error->message);
    exit(2);
  }
  GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "out");
  g_signal_connect(sink, "handoff", G_CALLBACK(look), all);
  GstBus *bus = gst_element_get_bus(pipeline);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  GstMessage *end = gst_bus_timed_pop_filtered(bus, 20 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  GstMessageType type = end ? GST_MESSAGE_TYPE(end) : GST_MESSAGE_UNKNOWN;
  if (end) gst_message_unref(end);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(bus);
  gst_object_unref(sink);
  gst_object_unref(pipeline);
  return type;
}

typedef struct conversion {
  const char *in, *wanted; /* caps after the media type */
  const char *colorimetry, *format; /* the negotiated values */
  int part[3];
} conversion;

#define SMALL ",width=50,height=36,framerate=30/1"

/* Pure blue by the formulas: 32, 240, 118 in bt709, and 18, 255, 116 in full range. */
static const conversion conversions[] = {
    {"format=RGB" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
    {"format=BGR" SMALL, "format=NV12,colorimetry=bt709", "bt709", "NV12", {32, 240, 118}},
    {"format=RGBx" SMALL, "format=I420,colorimetry=1:3:5:1", "1:3:5:1", "I420", {18, 255, 116}},
    {"format=BGRx" SMALL, "format=I420,colorimetry=bt601", "bt601", "I420", {41, 240, 110}},
    {"format=xRGB" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
    {"format=xBGR" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
    {"format=ARGB" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
    {"format=BGRA" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
    {"format=RGB16" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
    {"format=RGB15" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
    {"format=YUY2,colorimetry=bt601" SMALL, "format=I420", "bt601", "I420", {41, 240, 110}},
    {"format=UYVY,colorimetry=bt709" SMALL, "format=NV12", "bt709", "NV12", {32, 240, 118}},
    {"format=YVYU,colorimetry=bt709" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
    {"format=NV21,colorimetry=bt709" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
    {"format=YV12,colorimetry=bt709" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
    {"format=NV16,colorimetry=bt709" SMALL, "format=NV12", "bt709", "NV12", {32, 240, 118}},
    {"format=NV24,colorimetry=bt709" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
    {"format=Y42B,colorimetry=bt709" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
    {"format=Y41B,colorimetry=bt709" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
    {"format=NV12,colorimetry=bt709" SMALL, "width=50", "bt709", "NV12", {32, 240, 118}},
    {"format=I420,colorimetry=bt709" SMALL, "format=NV12", "bt709", "NV12", {32, 240, 118}},
    {"format=YUY2,interlace-mode=interleaved,colorimetry=bt709" SMALL, "format=I420", "bt709", "I420", {32, 240, 118}},
};

static void every_format_keeps_its_colour(void) {
  for (size_t index = 0; index < G_N_ELEMENTS(conversions); index++) {
    const conversion *row = &conversions[index];
    seen all = {0};
    gchar *line = g_strdup_printf("videotestsrc num-buffers=%d pattern=blue ! video/x-raw,%s ! dualcamintake ! video/x-raw,%s ! "
                                  "fakesink name=out signal-handoffs=true", FRAMES, row->in, row->wanted);
    expect(play(line, &all) == GST_MESSAGE_EOS && all.count == FRAMES, "it plays to its end", row->in, all.count);
    if (all.caps) {
      const GstStructure *caps = gst_caps_get_structure(all.caps, 0);
      expect(g_strcmp0(gst_structure_get_string(caps, "format"), row->format) == 0, "the format is negotiated", row->in, 0);
      expect(g_strcmp0(gst_structure_get_string(caps, "colorimetry"), row->colorimetry) == 0, "the colours are", row->in, 0);
    }
    for (int part = 0; part < 3; part++) expect(abs(all.part[part] - row->part[part]) <= 1, "a sample is right", row->in, all.part[part]);
    gst_clear_caps(&all.caps);
    g_free(line);
  }
}

/* The white of videotestsrc is 235 in grey formats too. Read as full range, that becomes 218. */
static void grey_is_taken_by_its_range(void) {
  const char *ranges[] = {"1:4:0:0", "2:4:0:0"};
  for (int index = 0; index < 2; index++) {
    seen all = {0};
    gchar *line = g_strdup_printf("videotestsrc num-buffers=1 pattern=white ! video/x-raw,format=GRAY8" SMALL ",colorimetry=%s ! "
                                  "dualcamintake ! video/x-raw,format=I420 ! fakesink name=out signal-handoffs=true", ranges[index]);
    expect(play(line, &all) == GST_MESSAGE_EOS, "grey plays to its end", ranges[index], 0);
    expect(all.part[0] == (index ? 235 : 218) && all.part[1] == 128 && all.part[2] == 128, "grey is right", ranges[index], all.part[0]);
    gst_clear_caps(&all.caps);
    g_free(line);
  }
}

static void what_cannot_be_taken_is_refused(void) {
  const char *caps[] = {"format=YUY2,interlace-mode=interleaved,width=50,height=38,framerate=30/1",
                        "format=YUY2,interlace-mode=fields" SMALL};
  for (size_t index = 0; index < G_N_ELEMENTS(caps); index++) {
    seen all = {0};
    gchar *line = g_strdup_printf("videotestsrc num-buffers=1 ! video/x-raw,format=YUY2,%s ! capssetter caps=video/x-raw,%s ! "
                                  "dualcamintake ! video/x-raw,format=I420 ! fakesink name=out signal-handoffs=true",
                                  index ? "width=50,height=36" : "width=50,height=38", caps[index]);
    expect(play(line, &all) == GST_MESSAGE_ERROR && all.count == 0, "it is refused", caps[index], all.count);
    gst_clear_caps(&all.caps);
    g_free(line);
  }
}

int main(int count, char **words) {
  gst_init(&count, &words);
  if (!dualcam_mixer_register()) return 2;
  every_format_keeps_its_colour();
  grey_is_taken_by_its_range();
  what_cannot_be_taken_is_refused();
  if (failures == 0) printf("the intake takes what cameras deliver\n");
  return failures > 0;
}
