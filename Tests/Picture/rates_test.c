/* Compares the output for inputs of other rates, and for late, missing and ending frames, with that of the stock compositor. Then removes
   and adds live inputs during a transition. Prints the failures and exits with 1. */
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <gst/video/video.h>
#include <mixer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, MOST = 120, DARKEST = 20, LIVE = 45 };

static int wrong;

static void expect(gboolean fine, const char *what, int number, int found) {
  if (fine || ++wrong > 10) return;
  printf("rates: %s (%d: %d)\n", what, number, found);
}

typedef struct feed {
  int rate, count;
  int skipped;            /* one of this many frames is missing; 0: none */
  GstClockTime start, jitter;
} feed;

typedef struct seen {
  int count;
  int left[MOST], right[MOST];
  GstClockTime times[MOST];
} seen;

#define CAPS "video/x-raw,format=I420,width=64,height=64,colorimetry=bt709,chroma-site=mpeg2,framerate="
#define STOCK "compositor name=mix background=black sink_0::width=32 sink_0::height=64 sink_1::xpos=32 sink_1::width=32 sink_1::height=64 "

static void look(GstElement *sink, GstBuffer *buffer, GstPad *pad, gpointer data) {
  seen *all = data;
  GstMapInfo map;
  (void)sink, (void)pad;
  if (all->count == MOST || !gst_buffer_map(buffer, &map, GST_MAP_READ)) return;
  all->left[all->count] = map.data[8 * SIDE + 8];
  all->right[all->count] = map.data[8 * SIDE + 40];
  all->times[all->count++] = GST_BUFFER_PTS(buffer);
  gst_buffer_unmap(buffer, &map);
}

/* Pushes all frames of one input, each with its own grey, and then the end of the stream. */
static void push(GstElement *pipeline, const char *name, const feed *feed) {
  GstElement *source = gst_bin_get_by_name(GST_BIN(pipeline), name);
  for (int frame = 0; frame < feed->count; frame++) {
    if (feed->skipped && frame % feed->skipped == feed->skipped - 1) continue;
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, SIDE * SIDE * 3 / 2, NULL);
    gst_buffer_memset(buffer, 0, (guint8)(DARKEST + frame), SIDE * SIDE);
    gst_buffer_memset(buffer, SIDE * SIDE, 128, SIDE * SIDE / 2);
    GST_BUFFER_PTS(buffer) = feed->start + gst_util_uint64_scale((guint64)frame, GST_SECOND, (guint64)feed->rate) +
                             (frame % 3 == 1 ? feed->jitter : 0);
    GST_BUFFER_DURATION(buffer) = GST_SECOND / (guint64)feed->rate;
    gst_app_src_push_buffer(GST_APP_SRC(source), buffer);
  }
  gst_app_src_end_of_stream(GST_APP_SRC(source));
  gst_object_unref(source);
}

static GstElement *parse(const char *line, seen *all) {
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch(line, &error);
  if (error) {
    printf("rates: %s: %s\n", line, error->message);
    exit(2);
  }
  GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "out");
  g_signal_connect(sink, "handoff", G_CALLBACK(look), all);
  gst_object_unref(sink);
  return pipeline;
}

/* Shows both inputs side by side, or, if `blends`, fades the second one in by a sixtieth per frame. */
static void show(GstElement *pipeline, gboolean blends) {
  GstElement *mixer = gst_bin_get_by_name(GST_BIN(pipeline), "mix");
  for (int frame = 0; frame < (blends ? 60 : 1); frame++) {
    pic_layer layers[] = {{0, {0, 0, 0, 0}, {0, 0, blends ? SIDE : 32, SIDE}, 255, NULL, NULL},
                          {1, {0, 0, 0, 0}, {blends ? 0 : 32, 0, blends ? SIDE : 32, SIDE}, 255, NULL, NULL}};
    dualcam_scene scene = {.layers = layers, .layer_count = 2, .second = blends ? 1 : 2, .over = 2};
    scene.transition = (pic_transition){PIC_DISSOLVE, (frame + 0.5) / 60, 0, 0, 0};
    dualcam_mixer_show(mixer, gst_util_uint64_scale((guint64)frame, GST_SECOND, 30), &scene);
  }
  gst_object_unref(mixer);
}

static void wait_for_the_end(GstElement *pipeline) {
  GstBus *bus = gst_element_get_bus(pipeline);
  GstMessage *end = gst_bus_timed_pop_filtered(bus, 60 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  expect(end && GST_MESSAGE_TYPE(end) == GST_MESSAGE_EOS, "it ends well", 0, 0);
  if (end) gst_message_unref(end);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(bus);
  gst_object_unref(pipeline);
}

static void play(const char *mixer, const feed *first, const feed *second, gboolean blends, seen *all) {
  gchar *line = g_strdup_printf("%s ! " CAPS "30/1 ! fakesink name=out signal-handoffs=true "
                                "appsrc name=a format=time caps=" CAPS "%d/1 ! mix.sink_0 "
                                "appsrc name=b format=time caps=" CAPS "%d/1 ! mix.sink_1",
                                mixer, first->rate, second->rate);
  memset(all, 0, sizeof *all);
  GstElement *pipeline = parse(line, all);
  if (!g_str_has_prefix(mixer, "compositor")) show(pipeline, blends);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  push(pipeline, "a", first);
  push(pipeline, "b", second);
  wait_for_the_end(pipeline);
  g_free(line);
}

static void is_as_the_compositor_has_it(int number, const feed *first, const feed *second) {
  seen own, stock, blended;
  play("dualcammixer name=mix", first, second, FALSE, &own);
  play(STOCK, first, second, FALSE, &stock);
  play("dualcammixer name=mix", first, second, TRUE, &blended);
  expect(own.count == stock.count && own.count > 30, "as many frames", number, own.count - stock.count);
  expect(blended.count == own.count, "as many frames of a transition", number, blended.count - own.count);
  for (int frame = 0; frame < own.count && wrong == 0; frame++) {
    expect(own.times[frame] == stock.times[frame], "the same times", number, frame);
    expect(own.left[frame] == stock.left[frame] && own.right[frame] == stock.right[frame], "the same pictures", number, frame);
    double share = frame < 60 ? (frame + 0.5) / 60 : 59.5 / 60;
    double wanted = own.left[frame] * (1 - share) + own.right[frame] * share;
    expect(blended.left[frame] - wanted < 1 && wanted - blended.left[frame] < 1, "both pictures by their shares", number, frame);
  }
}

static void rates_are_as_the_compositor_has_them(void) {
  const feed steady = {30, 60, 0, 0, 0};
  const feed others[] = {{15, 30, 0, 0, 0}, {25, 50, 0, 0, 0}, {30, 60, 0, 0, 0}, {60, 120, 0, 0, 0}, {25, 50, 7, 0, 0},
                         {60, 120, 2, 0, 0}, {30, 60, 0, 0, 12 * GST_MSECOND}, {30, 20, 0, 700 * GST_MSECOND, 0},
                         {15, 9, 4, 300 * GST_MSECOND, 9 * GST_MSECOND}};
  for (int index = 0; index < 9; index++) is_as_the_compositor_has_it(index, &steady, &others[index]);
}

typedef struct live {
  GstElement *pipeline, *mixer;
  int frames;
} live;

/* Removes one input at frame 12 and adds one at frame 24. Runs on the streaming thread, between two frames. */
static void change(GstElement *sink, GstBuffer *buffer, GstPad *pad, gpointer data) {
  live *live = data;
  (void)sink, (void)buffer, (void)pad;
  live->frames++;
  GstElement *source = gst_bin_get_by_name(GST_BIN(live->pipeline), "second");
  if (live->frames == 12 && source) {
    GstPad *own = gst_element_get_static_pad(live->mixer, "sink_1"), *peer = gst_pad_get_peer(own);
    gst_pad_unlink(peer, own);
    gst_element_release_request_pad(live->mixer, own);
    gst_object_unref(own);
    gst_object_unref(peer);
  } else if (live->frames == 24 && source) {
    GstElement *again = gst_element_factory_make("videotestsrc", "third");
    g_object_set(again, "is-live", TRUE, NULL);
    gst_bin_add(GST_BIN(live->pipeline), again);
    gst_element_link_pads(again, "src", live->mixer, "sink_1");
    gst_element_sync_state_with_parent(again);
  }
  if (source) gst_object_unref(source);
}

/* Three live inputs of three rates: no frame is repeated or skipped while inputs come and go. */
static void live_inputs_come_and_go(void) {
  seen all = {0};
  live live = {0};
  live.pipeline = parse("dualcammixer name=mix latency=30000000 ! " CAPS "30/1 ! fakesink name=out signal-handoffs=true num-buffers=45 "
                        "videotestsrc is-live=true ! " CAPS "15/1 ! mix.sink_0 "
                        "videotestsrc is-live=true ! " CAPS "60/1 ! tee name=second allow-not-linked=true ! mix.sink_1 "
                        "videotestsrc is-live=true ! " CAPS "25/1 ! mix.sink_2", &all);
  live.mixer = gst_bin_get_by_name(GST_BIN(live.pipeline), "mix");
  GstElement *sink = gst_bin_get_by_name(GST_BIN(live.pipeline), "out");
  g_signal_connect(sink, "handoff", G_CALLBACK(change), &live);
  gst_object_unref(sink);
  show(live.pipeline, TRUE);
  gst_element_set_state(live.pipeline, GST_STATE_PLAYING);
  wait_for_the_end(live.pipeline);
  gst_object_unref(live.mixer);
  expect(all.count == LIVE, "all frames", LIVE, all.count);
  for (int frame = 1; frame < all.count; frame++) {
    GstClockTime step = all.times[frame] - all.times[frame - 1];
    expect(step > 33 * GST_MSECOND && step < 34 * GST_MSECOND, "a frame after the other", frame, (int)(step / GST_MSECOND));
  }
}

int main(int count, char **words) {
  gst_init(&count, &words);
  if (!dualcam_mixer_register()) return 2;
  rates_are_as_the_compositor_has_them();
  live_inputs_come_and_go();
  if (wrong == 0) printf("inputs are taken as the compositor takes them\n");
  return wrong > 0;
}
