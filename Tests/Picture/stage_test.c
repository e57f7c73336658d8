/* Compares whole scenes with the same scenes drawn part by part, and checks their memory use. Prints the failures and exits with 1. */
#include "check.h"

#include <math.h>
#include <stage.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 64, HEIGHT = 36, INPUTS = 3, LAYERS = 5 };

/* A function of the address sanitizer, declared here because not every compiler has the header. */
size_t __sanitizer_get_current_allocated_bytes(void);

static int wrong;

static void expect(bool fine, const char *what, int number) {
  if (fine) return;
  printf("stage: %s (%d)\n", what, number);
  wrong++;
}

static stage_input inputs[INPUTS];

static void fill_inputs(stage_input *ordered, const dualcam_scene *told) {
  for (int index = 0; index < told->layer_count; index++) ordered[index] = inputs[told->layers[index].input];
}

static void draw(stage *stage, const dualcam_scene *told, const pic_picture *out) {
  stage_input ordered[LAYERS];
  fill_inputs(ordered, told);
  scene *scene = scene_make(0, told);
  expect(stage_draw(stage, scene, ordered, out, FALSE), "a scene is drawn", 0);
  scene_drop(scene);
}

/* Draws only the layers `from`..<`to`, over the background. */
static void draw_alone(const dualcam_scene *told, int from, int to, const pic_picture *out) {
  stage stage = {0};
  dualcam_scene part = {
      .background = told->background, .layers = told->layers + from, .layer_count = to - from, .second = to - from, .over = to - from};
  draw(&stage, &part, out);
  stage_clear(&stage);
}

static void draw_over(const dualcam_scene *told, const pic_picture *out) {
  for (int index = 0; index < told->bar_count; index++) pic_draw_bar(out, &told->bars[index]);
  for (int index = told->over; index < told->layer_count; index++) {
    const pic_layer *layer = &told->layers[index];
    stage_input *input = &inputs[layer->input];
    pic_drawing *drawing = pic_drawing_make(layer, input->picture.width, input->picture.height, out->width, out->height);
    if (input->present) pic_draw(drawing, out, &input->picture, &input->colour);
    pic_drawing_drop(drawing);
  }
}

static int difference(const pic_picture *a, const pic_picture *b) {
  int most = 0;
  for (int part = 0; part < 3; part++) {
    for (int y = 0; y < check_height(a, part); y++) {
      for (int x = 0; x < check_width(a, part); x++) {
        int off = abs(*check_sample(a, part, x, y) - *check_sample(b, part, x, y));
        if (off > most) most = off;
      }
    }
  }
  return most;
}

static pic_layer layer_of(int kind, pic_mask *mask) {
  const pic_layer kinds[] = {
      {0, {0, 0, 0, 0}, {0, 0, WIDTH, HEIGHT}, 255, NULL, NULL},      {1, {0, 0, 0, 0}, {0, 0, WIDTH, HEIGHT}, 255, NULL, NULL},
      {1, {3, 3, 30, 20}, {4.5, 2, 40, 30}, 255, NULL, NULL},         {2, {0, 0, 0, 0}, {0, 0, WIDTH, HEIGHT}, 255, NULL, NULL},
      {0, {0, 0, 0, 0}, {10, 8, 30, 20}, 200, mask, NULL},            {1, {8, 4, WIDTH, HEIGHT}, {0, 0, WIDTH, HEIGHT}, 255, NULL, NULL}};
  return kinds[kind];
}

/* Draws random scenes on one stage, and compares each with its parts. */
static void scenes_are_their_parts(bool interleaved) {
  stage stage = {0};
  pic_frame frame = {5, 1, 3, 1, 0.5, {235, 128, 128}, {16, 128, 128}};
  pic_mask *mask = pic_mask_make((pic_rect){10, 8, 30, 20}, frame);
  const double shares[] = {-0.1, 0, 0.3, 0.8, 1, 1.5};
  for (int round = 0; round < 400; round++) {
    pic_layer layers[LAYERS];
    for (int index = 0; index < LAYERS; index++) layers[index] = layer_of((int)(check_random() % 6), mask);
    pic_bar bar = {{check_between(-9, 60), check_between(-9, 30), 3.5, 9}, {235, 100, 150}, 255};
    dualcam_scene told = {.background = (pic_background)(check_random() % 3), .layers = layers, .bars = &bar};
    told.layer_count = (int)(check_random() % (LAYERS + 1)), told.bar_count = (int)(check_random() % 2);
    told.over = (int)(check_random() % (unsigned)(told.layer_count + 1));
    told.second = (int)(check_random() % (unsigned)(told.over + 1));
    told.transition = (pic_transition){(pic_effect)(check_random() % 3), shares[check_random() % 6], 0.6, 0.8, 9};
    for (int index = 0; index < INPUTS; index++) inputs[index].present = check_random() % 6 > 0;
    pic_picture out = check_picture(WIDTH, HEIGHT, interleaved, 3), wanted = check_picture(WIDTH, HEIGHT, interleaved, 0),
                second = check_picture(WIDTH, HEIGHT, interleaved, 7);
    draw(&stage, &told, &out);
    draw_alone(&told, 0, told.second, &wanted);
    draw_alone(&told, told.second, told.over, &second);
    if (told.second < told.over) pic_transit(&wanted, &wanted, &second, &told.transition);
    draw_over(&told, &wanted);
    expect(difference(&out, &wanted) == 0, "a scene is what its parts make", round);
    check_drop(&out);
    check_drop(&wanted);
    check_drop(&second);
  }
  pic_mask_drop(mask);
  stage_clear(&stage);
}

static pic_picture blank(int width, int height) { return check_picture(width, height, false, 0); }

/* Two full-HD pictures that both must be drawn, with looks and masks, need at most two frames of memory. Some time after the transition
   they need less than one frame. */
static void memory_is_bounded(void) {
  pic_picture out = blank(1920, 1080), in = blank(1920, 1080);
  size_t frame = 1920 * 1080 * 3 / 2, before = __sanitizer_get_current_allocated_bytes();
  stage stage = {0};
  float points[24] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
  pic_look *look = pic_look_make(points, 2, (pic_space){0.2126, 0.0722, false});
  pic_mask *mask = pic_mask_make((pic_rect){1420, 790, 480, 270}, (pic_frame){.radius = 24, .shadow = 24, .shadow_share = 0.5});
  pic_layer layers[] = {{0, {100, 50, 900, 500}, {0, 0, 1920, 1080}, 255, NULL, look}, {0, {0}, {1420, 790, 480, 270}, 255, mask, NULL},
                        {0, {9, 5, 800, 450}, {0, 0, 1920, 1080}, 255, NULL, look}, {0, {0}, {1420, 790, 480, 270}, 255, mask, NULL}};
  dualcam_scene told = {.layers = layers, .layer_count = 4, .second = 2, .over = 4, .transition = {PIC_DISSOLVE, 0.5, 0, 0, 0}};
  stage_input kept = inputs[0];
  inputs[0] = (stage_input){TRUE, in, {.identity = true}};
  draw(&stage, &told, &out);
  size_t taken = __sanitizer_get_current_allocated_bytes() - before;
  size_t most = taken;
  expect(most <= 2 * frame, "bytes", (int)most);
  told = (dualcam_scene){.layers = layers + 1, .layer_count = 1, .second = 1, .over = 1};
  for (int index = 0; index < 100; index++) draw(&stage, &told, &out);
  taken = __sanitizer_get_current_allocated_bytes() - before;
  expect(taken < frame, "bytes when it is over", (int)taken);
  stage_clear(&stage);
  pic_look_drop(look);
  pic_mask_drop(mask);
  expect(__sanitizer_get_current_allocated_bytes() <= before, "all is given back", 0);
  printf("a transition of two drawn pictures takes %.2f frames\n", (double)most / (double)frame);
  inputs[0] = kept;
  check_drop(&out);
  check_drop(&in);
}

int main(void) {
  for (int interleaved = 0; interleaved < 2; interleaved++) {
    pic_picture pictures[] = {check_picture(WIDTH, HEIGHT, interleaved, 0), check_picture(WIDTH + 16, HEIGHT + 8, interleaved, 5),
                              check_picture(WIDTH, HEIGHT, !interleaved, 0)};
    for (int index = 0; index < INPUTS; index++) inputs[index] = (stage_input){TRUE, pictures[index], {.identity = true}};
    scenes_are_their_parts(interleaved);
    for (int index = 0; index < INPUTS; index++) check_drop(&pictures[index]);
  }
  memory_is_bounded();
  if (wrong == 0) printf("scenes are drawn whole\n");
  return wrong > 0;
}
