/* Tests of the element in small pipelines: formats on each pad, scenes by their times, pads that are removed and added, and
   what the element refuses. Prints the failures and exits with 1. */
#include <gst/gst.h>
#include <gst/video/video.h>
#include <mixer.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 64, FRAMES = 30 };

static int failures;

static void expect(gboolean fine, const char *what, int number) {
  if (fine) return;
  printf("element: %s (%d)\n", what, number);
  failures++;
}

/* The samples of each output frame that the test reads. */
typedef struct seen {
  int count;
  int luma[FRAMES * 2], u[FRAMES * 2], right[FRAMES * 2]; /* `right`: luma in the right half */
  GstClockTime times[FRAMES * 2];
} seen;

static void look(GstElement *sink, GstBuffer *buffer, GstPad *pad, gpointer data) {
  seen *all = data;
  (void)sink;
  if (all->count == FRAMES * 2) return;
  GstCaps *caps = gst_pad_get_current_caps(pad);
  GstVideoInfo info;
  GstVideoFrame frame;
  gst_video_info_from_caps(&info, caps);
  gst_caps_unref(caps);
  if (!gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ)) exit(2);
  all->luma[all->count] = GST_VIDEO_FRAME_COMP_DATA(&frame, 0)[8 * GST_VIDEO_FRAME_COMP_STRIDE(&frame, 0) + 8];
  all->right[all->count] = GST_VIDEO_FRAME_COMP_DATA(&frame, 0)[8 * GST_VIDEO_FRAME_COMP_STRIDE(&frame, 0) + 40];
  all->u[all->count] = GST_VIDEO_FRAME_COMP_DATA(&frame, 1)[4 * GST_VIDEO_FRAME_COMP_STRIDE(&frame, 1) +
                                                            4 * GST_VIDEO_FRAME_COMP_PSTRIDE(&frame, 1)];
  all->times[all->count++] = GST_BUFFER_PTS(buffer);
  gst_video_frame_unmap(&frame);
}

static bool show(GstElement *mixer, guint64 time, pic_background background, const pic_layer *layers, int count) {
  dualcam_scene scene = {
      .background = background, .layers = layers, .layer_count = count, .second = count, .over = count};
  return dualcam_mixer_show(mixer, time, &scene);
}

static GstElement *start(const char *line, GstElement **mixer, seen *all) {
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch(line, &error);
  if (error) {
    printf("element: %s: %s\n", line, error->message);
    exit(2);
  }
  *mixer = gst_bin_get_by_name(GST_BIN(pipeline), "mix");
  GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "out");
  g_signal_connect(sink, "handoff", G_CALLBACK(look), all);
  gst_object_unref(sink);
  return pipeline;
}

/* Plays to the end and returns the kind of message that ended it. */
static GstMessageType play(GstElement *pipeline, GstElement *mixer) {
  GstBus *bus = gst_element_get_bus(pipeline);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  GstMessage *end = gst_bus_timed_pop_filtered(bus, 20 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  GstMessageType type = end ? GST_MESSAGE_TYPE(end) : GST_MESSAGE_UNKNOWN;
  if (end) gst_message_unref(end);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(bus);
  gst_object_unref(mixer);
  gst_object_unref(pipeline);
  return type;
}

static pic_layer layer_at(int input, double x, double width) {
  return (pic_layer){input, {0, 0, 0, 0}, {x, 0, width, SIDE}, 255, NULL, NULL};
}

#define CAPS ",width=64,height=64,framerate=30/1,colorimetry=bt709,chroma-site=mpeg2"
#define RED(format) "videotestsrc pattern=red num-buffers=30 ! video/x-raw,format=" format CAPS " ! mix.sink_0 "
#define BLUE(format) "videotestsrc pattern=blue num-buffers=30 ! video/x-raw,format=" format CAPS " ! mix.sink_1 "
#define MIX(format) "dualcammixer name=mix ! video/x-raw,format=" format CAPS " ! fakesink name=out signal-handoffs=true "

/* In bt709, red has luma 63 and U 102; blue has luma 32 and U 240. */
static void each_pad_has_its_format(void) {
  const char *lines[] = {MIX("I420") RED("I420") BLUE("NV12"), MIX("NV12") RED("I420") BLUE("NV12"),
                         MIX("NV12") RED("NV12") BLUE("I420"), MIX("I420") RED("NV12") BLUE("I420")};
  for (int index = 0; index < 8; index++) {
    seen all = {0};
    GstElement *mixer, *pipeline = start(lines[index / 2], &mixer, &all);
    int first = index % 2;
    pic_layer layers[] = {layer_at(first, 0, 32), layer_at(1 - first, 32, 32)};
    expect(show(mixer, 0, PIC_BLACK, layers, 2), "a scene is taken", index);
    expect(play(pipeline, mixer) == GST_MESSAGE_EOS, "it ends well", index);
    expect(all.count == FRAMES, "thirty frames", all.count);
    for (int frame = 0; frame < all.count; frame++) {
      expect(abs(all.luma[frame] - (first ? 32 : 63)) <= 1 && abs(all.u[frame] - (first ? 240 : 102)) <= 1,
             "the picture has its colour", all.luma[frame] * 1000 + all.u[frame]);
      expect(abs(all.right[frame] - (first ? 63 : 32)) <= 1, "the second picture lies beside it", all.right[frame]);
    }
  }
}

/* A scene begins with the first frame at its time. A second scene for the same time replaces the first. */
static void scenes_change_at_their_times(void) {
  seen all = {0};
  GstElement *mixer, *pipeline = start(MIX("I420") RED("I420") BLUE("I420"), &mixer, &all);
  pic_layer red = layer_at(0, 0, SIDE), blue = layer_at(1, 0, SIDE);
  GstClockTime change = gst_util_uint64_scale(10, GST_SECOND, 30), back = gst_util_uint64_scale(20, GST_SECOND, 30) - 1;
  show(mixer, back, PIC_WHITE, NULL, 0);
  show(mixer, change, PIC_BLACK, &red, 1);
  show(mixer, change, PIC_BLACK, &blue, 1);
  show(mixer, 0, PIC_BLACK, &red, 1);
  expect(play(pipeline, mixer) == GST_MESSAGE_EOS, "it ends well", 0);
  for (int frame = 0; frame < all.count; frame++) {
    int wanted = frame < 10 ? 63 : frame < 20 ? 32 : 235;
    expect(abs(all.luma[frame] - wanted) <= 1, "the scene of its time is drawn", frame * 1000 + all.luma[frame]);
  }
}

/* An input that has ended, or whose pad does not exist, shows the background. */
static void a_missing_input_shows_the_background(void) {
  seen all = {0};
  GstElement *mixer, *pipeline =
      start(MIX("I420") BLUE("I420") "videotestsrc pattern=red num-buffers=10 ! video/x-raw,format=I420" CAPS " ! mix.sink_0 ",
            &mixer, &all);
  pic_layer layers[] = {layer_at(0, 0, 32), layer_at(7, 0, 32), layer_at(1, 32, 32)};
  show(mixer, 0, PIC_WHITE, layers, 3);
  expect(play(pipeline, mixer) == GST_MESSAGE_EOS, "it ends well", 1);
  expect(all.count == FRAMES, "thirty frames of the longer input", all.count);
  for (int frame = 0; frame < all.count; frame++) {
    expect(abs(all.luma[frame] - (frame < 10 ? 63 : 235)) <= 1, "an ended input gives way", frame * 1000 + all.luma[frame]);
  }
}

static void what_it_cannot_draw_is_refused(void) {
  const char *lines[] = {
      MIX("I420") "videotestsrc num-buffers=5 ! video/x-raw,format=I420,interlace-mode=interleaved" CAPS " ! mix.sink_0 ",
      MIX("I420") "videotestsrc num-buffers=5 ! capsfilter caps=video/x-raw,format=I420" CAPS
                  " ! capssetter caps=video/x-raw,format=I420,interlace-mode=mixed ! mix.sink_0 "};
  for (int index = 0; index < 2; index++) {
    seen all = {0};
    GstElement *mixer, *pipeline = start(lines[index], &mixer, &all);
    pic_layer layer = layer_at(0, 0, SIDE);
    show(mixer, 0, PIC_BLACK, &layer, 1);
    expect(play(pipeline, mixer) == GST_MESSAGE_ERROR, "interlaced pictures are refused", index);
  }
  GstElement *other = gst_object_ref_sink(gst_element_factory_make("identity", NULL));
  expect(!show(other, 0, PIC_BLACK, NULL, 0), "another element shows no scene", 0);
  gst_object_unref(other);
}

int main(int count, char **words) {
  gst_init(&count, &words);
  if (!dualcam_mixer_register() || !dualcam_mixer_register()) return 2;
  each_pad_has_its_format();
  scenes_change_at_their_times();
  a_missing_input_shows_the_background();
  what_it_cannot_draw_is_refused();
  if (failures == 0) printf("the element draws what it is told\n");
  return failures > 0;
}
