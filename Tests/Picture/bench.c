/* The processor time per frame of dualcammixer and of the stock compositor, both in this process and on the same pictures. Usage: bench
   FRAMES [CASE]. Prints one line of JSON per case. A case that only dualcammixer supports has no compositor figure. A case without a
   target has no goal. */
#include "bench.h"

#include <gst/gst.h>
#include <gst/video/video.h>
#include <mixer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 1920, HEIGHT = 1080, MOST = 4, SIDE = 33 };

/* The change during a case: none, the last layer moves by fractions of a pixel, the source of the first layer shrinks, the first layer
   has a look, or the second half of the layers fades in. */
typedef enum bench_act { STILL, MOVES, ZOOMS, LOOKS, DISSOLVES, COMES_AROUND } bench_act;

typedef struct bench_input {
  const char *format, *colour;
  int width, height;
  pic_rect source, target;
} bench_input;

typedef struct bench_case {
  const char *name;
  const char *format, *colour;
  double goal; /* 0: none */
  gboolean framed;
  int count;
  bench_input inputs[MOST];
  bench_act act;
} bench_case;

#define BT709 "bt709,chroma-site=mpeg2"
#define JPEG "1:4:0:0,chroma-site=jpeg"
#define FULL_HD "I420", BT709, 1920, 1080

static const bench_case cases[] = {
    {"pip, 720p inset", "I420", BT709, 0.8, TRUE, 2,
     {{FULL_HD, {0}, {0, 0, 1920, 1080}}, {"I420", BT709, 1280, 720, {0}, {1420, 790, 480, 270}}}},
    {"pip, 1080p inset", "I420", BT709, 0.8, TRUE, 2,
     {{FULL_HD, {0}, {0, 0, 1920, 1080}}, {FULL_HD, {0}, {1420, 790, 480, 270}}}},
    {"side by side, letterboxed", "I420", BT709, 1.1, FALSE, 2,
     {{FULL_HD, {0}, {0, 270, 960, 540}}, {FULL_HD, {0}, {960, 270, 960, 540}}}},
    {"side by side, cut", "I420", BT709, 1.1, FALSE, 2,
     {{FULL_HD, {480, 0, 960, 1080}, {0, 0, 960, 1080}}, {FULL_HD, {480, 0, 960, 1080}, {960, 0, 960, 1080}}}},
    {"4-grid", "I420", BT709, 1.9, FALSE, 4,
     {{FULL_HD, {0}, {0, 0, 960, 540}}, {FULL_HD, {0}, {960, 0, 960, 540}}, {FULL_HD, {0}, {0, 540, 960, 540}},
      {FULL_HD, {0}, {960, 540, 960, 540}}}},
    {"4-grid, NV12", "NV12", BT709, 1.9, FALSE, 4,
     {{"NV12", BT709, 1920, 1080, {0}, {0, 0, 960, 540}}, {"NV12", BT709, 1920, 1080, {0}, {960, 0, 960, 540}},
      {"NV12", BT709, 1920, 1080, {0}, {0, 540, 960, 540}}, {"NV12", BT709, 1920, 1080, {0}, {960, 540, 960, 540}}}},
    {"JPEG range to bt709", "I420", BT709, 0.8, FALSE, 1, {{"I420", JPEG, 1920, 1080, {0}, {0, 0, 1920, 1080}}}},
    {"JPEG range to bt709, NV12", "NV12", BT709, 0.8, FALSE, 1, {{"NV12", JPEG, 1920, 1080, {0}, {0, 0, 1920, 1080}}}},
    {"zoom 1.7", "I420", BT709, 3.5, FALSE, 1, {{FULL_HD, {395, 222, 1129, 635}, {0, 0, 1920, 1080}}}},
    {"dissolve", "I420", BT709, 0.4, FALSE, 2, {{FULL_HD, {0}, {0, 0, 1920, 1080}}, {FULL_HD, {0}, {0, 0, 1920, 1080}}}, DISSOLVES},
    {"dissolve, NV12", "NV12", BT709, 0.4, FALSE, 2,
     {{"NV12", BT709, 1920, 1080, {0}, {0, 0, 1920, 1080}}, {"NV12", BT709, 1920, 1080, {0}, {0, 0, 1920, 1080}}}, DISSOLVES},
    {"dissolve, pip to pip", "I420", BT709, 0, FALSE, 4,
     {{FULL_HD, {0}, {0, 0, 1920, 1080}}, {FULL_HD, {0}, {1420, 790, 480, 270}}, {FULL_HD, {0}, {0, 0, 1920, 1080}},
      {FULL_HD, {0}, {1420, 790, 480, 270}}}, DISSOLVES},
    {"soft circle", "I420", BT709, 0, FALSE, 2, {{FULL_HD, {0}, {0, 0, 1920, 1080}}, {FULL_HD, {0}, {0, 0, 1920, 1080}}}, COMES_AROUND},
    {"3D look", "I420", BT709, 4.5, FALSE, 1, {{FULL_HD, {0}, {0, 0, 1920, 1080}}}, LOOKS},
    {"3D look, NV12", "NV12", BT709, 4.5, FALSE, 1, {{"NV12", BT709, 1920, 1080, {0}, {0, 0, 1920, 1080}}}, LOOKS},
    {"inset in motion", "I420", BT709, 0, FALSE, 2, {{FULL_HD, {0}, {0, 0, 1920, 1080}}, {FULL_HD, {0}, {1420, 790, 480, 270}}}, MOVES},
    {"framed inset in motion", "I420", BT709, 0, TRUE, 2,
     {{FULL_HD, {0}, {0, 0, 1920, 1080}}, {FULL_HD, {0}, {1420, 790, 480, 270}}}, MOVES},
    {"zoom ramp", "I420", BT709, 3.5, FALSE, 1, {{FULL_HD, {395, 222, 1129, 635}, {0, 0, 1920, 1080}}}, ZOOMS},
};

static gboolean stock_can(const bench_case *bench) { return bench->act == STILL || bench->act == DISSOLVES; }

double bench_cpu(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Places an input in the tuned compositor: all formats are fixed, and scaled pads use four linear taps. */
static void place(GstElement *mixer, int number, const bench_input *input, double alpha) {
  gchar *name = g_strdup_printf("sink_%d", number);
  GstPad *pad = gst_element_get_static_pad(mixer, name);
  g_object_set(pad, "xpos", (int)input->target.x, "ypos", (int)input->target.y, "width", (int)input->target.width,
               "height", (int)input->target.height, "alpha", alpha, NULL);
  pic_rect source = input->source;
  if (source.width == 0) source = (pic_rect){0, 0, input->width, input->height};
  if (source.width != input->target.width || source.height != input->target.height || input->source.width > 0) {
    GstStructure *config = gst_structure_new(
        "GstVideoConverter", GST_VIDEO_CONVERTER_OPT_RESAMPLER_METHOD, GST_TYPE_VIDEO_RESAMPLER_METHOD,
        GST_VIDEO_RESAMPLER_METHOD_LINEAR, GST_VIDEO_CONVERTER_OPT_RESAMPLER_TAPS, G_TYPE_UINT, 4,
        GST_VIDEO_CONVERTER_OPT_SRC_X, G_TYPE_INT, (int)source.x, GST_VIDEO_CONVERTER_OPT_SRC_Y, G_TYPE_INT,
        (int)source.y, GST_VIDEO_CONVERTER_OPT_SRC_WIDTH, G_TYPE_INT, (int)source.width,
        GST_VIDEO_CONVERTER_OPT_SRC_HEIGHT, G_TYPE_INT, (int)source.height, NULL);
    g_object_set(pad, "converter-config", config, NULL);
    gst_structure_free(config);
  }
  gst_object_unref(pad);
  g_free(name);
}

/* Returns a look that changes every colour a little. */
static pic_look *make_look(void) {
  float *points = g_new(float, 3 * SIDE * SIDE * SIDE), *next = points;
  for (int index = 0; index < SIDE * SIDE * SIDE; index++) {
    const int at[] = {index % SIDE, index / SIDE % SIDE, index / SIDE / SIDE};
    for (int channel = 0; channel < 3; channel++) {
      float value = (float)at[channel] / (SIDE - 1), other = (float)at[(channel + 1) % 3] / (SIDE - 1);
      *next++ = value * (1.1f - 0.2f * value) + 0.05f * other;
    }
  }
  pic_look *look = pic_look_make(points, SIDE, (pic_space){0.2126, 0.0722, false});
  g_free(points);
  return look;
}

/* Sets the scene of one frame and creates everything that it needs. */
static void show_frame(GstElement *mixer, const bench_case *bench, int frame) {
  pic_layer layers[MOST];
  for (int number = 0; number < bench->count; number++) {
    layers[number] = (pic_layer){number, bench->inputs[number].source, bench->inputs[number].target, 255, NULL, NULL};
  }
  pic_layer *last = &layers[bench->count - 1];
  pic_frame around = {24, 4, 24, 6, 0.5, {235, 128, 128}, {16, 128, 128}};
  int second = bench->act == DISSOLVES || bench->act == COMES_AROUND ? bench->count / 2 : bench->count;
  dualcam_scene scene = {.layers = layers, .layer_count = bench->count, .second = second, .over = bench->count};
  scene.transition = (pic_transition){bench->act == COMES_AROUND ? PIC_CIRCLE : PIC_DISSOLVE, 0.4, WIDTH / 2, HEIGHT / 2, 100};
  if (bench->act == MOVES) last->target.x -= 3.3 * frame, last->target.y -= 1.7 * frame;
  if (bench->act == ZOOMS) last->source.x += 0.8 * frame, last->source.width -= 1.6 * frame, last->source.height -= 0.9 * frame;
  if (bench->act == LOOKS) last->look = make_look();
  if (bench->framed) last->mask = pic_mask_make(last->target, around);
  if (!dualcam_mixer_show(mixer, gst_util_uint64_scale((guint64)frame, GST_SECOND, 30), &scene)) exit(2);
  pic_mask_drop(last->mask);
  pic_look_drop(last->look);
}

static void show(GstElement *mixer, const bench_case *bench, int frames) {
  gboolean moves = bench->act == MOVES || bench->act == ZOOMS;
  for (int frame = 0; frame < (moves ? frames : 1); frame++) show_frame(mixer, bench, frame);
}

static GstElement *build(const bench_case *bench, const char *factory, int frames) {
  GString *line = g_string_new(NULL);
  g_string_printf(line, "%s name=mix %s ! video/x-raw,format=%s,width=%d,height=%d,framerate=30/1,colorimetry=%s ! fakesink ",
                  factory, g_str_equal(factory, "compositor") ? "background=black" : "", bench->format, WIDTH, HEIGHT,
                  bench->colour);
  for (int number = 0; number < bench->count; number++) {
    const bench_input *input = &bench->inputs[number];
    g_string_append_printf(line,
                           "videotestsrc num-buffers=1 ! video/x-raw,format=%s,width=%d,height=%d,framerate=30/1,"
                           "colorimetry=%s ! imagefreeze num-buffers=%d ! mix.sink_%d ",
                           input->format, input->width, input->height, input->colour, frames, number);
  }
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch(line->str, &error);
  if (error) {
    fprintf(stderr, "%s: %s\n", line->str, error->message);
    exit(2);
  }
  g_string_free(line, TRUE);
  return pipeline;
}

/* Returns the processor time for the start and all frames, in milliseconds. */
static double play(const bench_case *bench, const char *factory, int frames) {
  GstElement *pipeline = build(bench, factory, frames);
  GstElement *mixer = gst_bin_get_by_name(GST_BIN(pipeline), "mix");
  if (g_str_equal(factory, "compositor")) {
    for (int number = 0; number < bench->count; number++) {
      place(mixer, number, &bench->inputs[number], bench->act == DISSOLVES && number >= bench->count / 2 ? 0.4 : 1);
    }
  }
  GstBus *bus = gst_element_get_bus(pipeline);
  gst_element_set_state(pipeline, GST_STATE_PAUSED);
  gst_element_get_state(pipeline, NULL, NULL, GST_CLOCK_TIME_NONE);
  double before = bench_cpu();
  if (!g_str_equal(factory, "compositor")) show(mixer, bench, frames);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  GstMessage *end = gst_bus_timed_pop_filtered(bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  double spent = bench_cpu() - before;
  if (GST_MESSAGE_TYPE(end) == GST_MESSAGE_ERROR) {
    GError *error = NULL;
    gst_message_parse_error(end, &error, NULL);
    fprintf(stderr, "%s, %s: %s\n", bench->name, factory, error->message);
    exit(2);
  }
  gst_message_unref(end);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(bus);
  gst_object_unref(mixer);
  gst_object_unref(pipeline);
  return spent;
}

/* Returns the milliseconds per frame. Both lengths include the cost of a start, so that it cancels out. */
static double run(const bench_case *bench, const char *factory, int frames) {
  int start = frames / 2;
  return (play(bench, factory, start + frames) - play(bench, factory, start)) / frames;
}

int main(int count, char **words) {
  gst_init(&count, &words);
  int frames = count > 1 ? atoi(words[1]) : 200;
  if (!dualcam_mixer_register()) return 2;
  for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
    const bench_case *bench = &cases[index];
    if (count > 2 && strcmp(words[2], bench->name) != 0) continue;
    printf("{\"case\": \"%s\", \"goal\": %.2f, \"dualcammixer\": %.3f", bench->name, bench->goal, run(bench, "dualcammixer", frames));
    if (stock_can(bench)) printf(", \"compositor\": %.3f", run(bench, "compositor", frames));
    printf("}\n");
    fflush(stdout);
  }
  bench_intakes(frames, count > 2 ? words[2] : NULL);
  return 0;
}
