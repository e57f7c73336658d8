#include "drawing.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const double FARTHEST = 1e6, SMALLEST = 1e-3;

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }

/* The layer's source within the input; the whole of it where none is said. False: there is nothing to draw. */
static bool find_source(const pic_layer *layer, int width, int height, pic_rect *source) {
  *source = layer->source;
  if (!(source->width > 0 && source->height > 0)) *source = (pic_rect){0, 0, width, height};
  double right = fmin(source->x + source->width, width), bottom = fmin(source->y + source->height, height);
  source->x = fmax(source->x, 0);
  source->y = fmax(source->y, 0);
  source->width = right - source->x;
  source->height = bottom - source->y;
  return source->width > SMALLEST && source->height > SMALLEST;
}

static bool is_drawable(const pic_layer *layer) {
  pic_rect target = layer->target;
  return target.width > SMALLEST && target.height > SMALLEST && target.width < FARTHEST && target.height < FARTHEST &&
         fabs(target.x) < FARTHEST && fabs(target.y) < FARTHEST && layer->opacity > 0;
}

/* Pixels whose middle lies in the target; under a mask all that it touches. */
static void find_span(double start, double length, int canvas, bool masked, int *from, int *to) {
  double first = masked ? floor(start) : ceil(start - 0.5), last = ceil(start + length - (masked ? 0 : 0.5));
  *from = (int)fmax(0, fmin(canvas, first));
  *to = (int)fmax(*from, fmin(canvas, last));
}

/* Few taps downwards are weighed in 16 bits, many in 32. */
static int bits_down(double scale) { return scale <= PIC_FEW_TAPS - 1 ? PIC_DOWN_BITS : PIC_DOWN_BITS_MANY; }

static bool make_axes(pic_drawing *drawing, pic_rect source) {
  pic_rect target = drawing->layer.target;
  bool masked = drawing->layer.mask != NULL;
  int left, right, top, bottom;
  find_span(target.x, target.width, drawing->out_width, masked, &left, &right);
  find_span(target.y, target.height, drawing->out_height, masked, &top, &bottom);
  pic_mapping across = {source.width / target.width, 0}, down = {source.height / target.height, 0};
  across.origin = source.x - target.x * across.scale;
  down.origin = source.y - target.y * down.scale;
  pic_mapping across_half = {across.scale, across.origin / 2}, down_half = {down.scale, down.origin / 2};
  int bits = bits_down(down.scale), width = drawing->in_width, height = drawing->in_height;
  int right_half = right > left ? (right + 1) / 2 : left / 2, bottom_half = bottom > top ? (bottom + 1) / 2 : top / 2;
  drawing->left = left, drawing->right = right, drawing->top = top, drawing->bottom = bottom;
  return pic_axis_make(&drawing->luma_x, across, left, right, width, PIC_ACROSS_BITS, 4) &&
         pic_axis_make(&drawing->luma_y, down, top, bottom, height, bits, 1) &&
         pic_axis_make(&drawing->chroma_x, across_half, left / 2, right_half, (width + 1) / 2, PIC_ACROSS_BITS, 4) &&
         pic_axis_make(&drawing->chroma_y, down_half, top / 2, bottom_half, (height + 1) / 2, bits, 1);
}

/* A mask belongs to the size and the place between the pixels it was made for; with another one nothing is drawn. */
static bool belongs(const pic_mask *mask, pic_rect target) {
  return mask->target_width == target.width && mask->target_height == target.height &&
         mask->phase_x == target.x - pic_even_floor(target.x) && mask->phase_y == target.y - pic_even_floor(target.y);
}

static void find_area(pic_drawing *drawing) {
  const pic_mask *mask = drawing->layer.mask;
  if (!mask) return;
  if (!belongs(mask, drawing->layer.target)) {
    drawing->right = drawing->left;
    return;
  }
  drawing->area_left = pic_even_floor(drawing->layer.target.x) - mask->outset;
  drawing->area_top = pic_even_floor(drawing->layer.target.y) - mask->outset;
  drawing->left = larger(0, smaller(drawing->area_left, drawing->out_width));
  drawing->top = larger(0, smaller(drawing->area_top, drawing->out_height));
  drawing->right = larger(drawing->left, smaller(drawing->area_left + mask->width, drawing->out_width));
  drawing->bottom = larger(drawing->top, smaller(drawing->area_top + mask->height, drawing->out_height));
}

static void *take(char **free_space, size_t bytes) {
  void *taken = *free_space;
  *free_space += (bytes + 63) / 64 * 64;
  return taken;
}

/* One piece of memory for all rows: of the input's width between the directions, else of the canvas's. */
static bool make_rows(pic_drawing *drawing) {
  size_t in = (size_t)drawing->in_width + 2 * PIC_PADDING, out = (size_t)drawing->out_width + 2 * PIC_PADDING;
  size_t all = in * (sizeof(int32_t) + 3 * sizeof(int16_t)) + out * (sizeof(int16_t) + 15) + 26 * 64;
  drawing->memory = calloc(1, all);
  if (!drawing->memory) return false;
  char *space = drawing->memory;
  drawing->sums = take(&space, in * sizeof(int32_t));
  drawing->both = take(&space, in * sizeof(int16_t));
  drawing->middle[0] = take(&space, in * sizeof(int16_t));
  drawing->middle[1] = take(&space, in * sizeof(int16_t));
  drawing->shares = take(&space, out * sizeof(int16_t));
  drawing->luma = take(&space, out);
  drawing->converted = take(&space, out);
  drawing->framed = take(&space, out);
  for (int side = 0; side < 2; side++) {
    drawing->chroma[side] = take(&space, out);
    drawing->changed[side] = take(&space, out);
    drawing->under[side] = take(&space, out);
  }
  pic_rows *plain = &drawing->plain, *looked = &drawing->looked;
  uint8_t **rows[] = {&plain->upper, &plain->lower, &looked->upper, &looked->lower, &looked->u, &looked->v};
  for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) *rows[index] = take(&space, out);
  return true;
}

pic_drawing *pic_drawing_make(const pic_layer *layer, int in_width, int in_height, int out_width, int out_height) {
  pic_drawing *drawing = calloc(1, sizeof *drawing);
  if (!drawing) return NULL;
  drawing->layer = *layer;
  pic_mask_keep(layer->mask);
  pic_look_keep(layer->look);
  drawing->in_width = in_width, drawing->in_height = in_height;
  drawing->out_width = out_width, drawing->out_height = out_height;
  pic_rect source;
  if (!is_drawable(layer) || !find_source(layer, in_width, in_height, &source)) return drawing;
  if (!make_axes(drawing, source) || !make_rows(drawing)) {
    pic_drawing_drop(drawing);
    return NULL;
  }
  find_area(drawing);
  return drawing;
}

void pic_drawing_drop(pic_drawing *drawing) {
  if (!drawing) return;
  pic_axis_drop(&drawing->luma_x);
  pic_axis_drop(&drawing->luma_y);
  pic_axis_drop(&drawing->chroma_x);
  pic_axis_drop(&drawing->chroma_y);
  pic_mask_drop(drawing->layer.mask);
  pic_look_drop(drawing->layer.look);
  free(drawing->memory);
  free(drawing);
}

static bool same(pic_rect a, pic_rect b) {
  return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

bool pic_drawing_fits(const pic_drawing *drawing, const pic_layer *layer, int in_width, int in_height, int out_width,
                      int out_height) {
  const pic_layer *own = &drawing->layer;
  return own->input == layer->input && own->opacity == layer->opacity && own->mask == layer->mask &&
         own->look == layer->look && same(own->source, layer->source) && same(own->target, layer->target) &&
         drawing->in_width == in_width && drawing->in_height == in_height && drawing->out_width == out_width && drawing->out_height == out_height;
}

bool pic_drawing_is_opaque(const pic_drawing *drawing) {
  return drawing->layer.mask == NULL && drawing->layer.opacity >= 255;
}

static bool copies_all(const pic_axis *axis, int length) { return axis->copies && axis->from == 0 && axis->to == length; }

bool pic_drawing_passes(const pic_drawing *drawing, const pic_picture *in, const pic_colour *colour, bool interleaved,
                        pic_picture *part) {
  int width = drawing->out_width, height = drawing->out_height;
  const pic_axis *across[2] = {&drawing->luma_x, &drawing->chroma_x}, *down[2] = {&drawing->luma_y, &drawing->chroma_y};
  if (!pic_drawing_is_opaque(drawing) || drawing->layer.look || !colour->identity || in->interleaved != interleaved ||
      !copies_all(across[0], width) || !copies_all(down[0], height) || !copies_all(across[1], (width + 1) / 2) ||
      !copies_all(down[1], (height + 1) / 2)) {
    return false;
  }
  *part = *in;
  part->width = width, part->height = height;
  for (int plane = 0; plane < (interleaved ? 2 : 3); plane++) {
    int half = plane > 0, wide = half && interleaved ? 2 : 1;
    part->plane[plane] += (ptrdiff_t)down[half]->shift * in->stride[plane] + across[half]->shift * wide;
  }
  return true;
}

void pic_drawing_bounds(const pic_drawing *drawing, int *left, int *top, int *right, int *bottom) {
  *left = drawing->left, *top = drawing->top;
  *right = drawing->right, *bottom = drawing->bottom;
}
