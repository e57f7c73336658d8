/* Compares scaling with the exact mean of the area that a sample covers. */
#include "check.h"

#include <math.h>

/* Returns the mean of an area, given as begin..<end of columns and rows. The edge continues beyond the picture. */
static double mean(const pic_picture *in, int part, double left, double right, double top, double bottom) {
  double sum = 0;
  int width = check_width(in, part), height = check_height(in, part);
  for (int y = (int)floor(top); y < bottom; y++) {
    double high = fmin(bottom, y + 1) - fmax(top, y);
    for (int x = (int)floor(left); x < right; x++) {
      double wide = fmin(right, x + 1) - fmax(left, x);
      int column = (int)fmax(0, fmin(width - 1, x)), row = (int)fmax(0, fmin(height - 1, y));
      sum += wide * high * *check_sample(in, part, column, row);
    }
  }
  return sum / ((right - left) * (bottom - top));
}

static double quality(const pic_picture *in, const pic_picture *out, const pic_layer *layer, int part) {
  double across = layer->source.width / layer->target.width, down = layer->source.height / layer->target.height;
  double half = part > 0 ? 2 : 1, squares = 1e-9, count = 0;
  double left = (layer->source.x - layer->target.x * across) / half, top = (layer->source.y - layer->target.y * down) / half;
  int from_x = (int)ceil(layer->target.x / half), to_x = (int)floor((layer->target.x + layer->target.width) / half);
  int from_y = (int)ceil(layer->target.y / half), to_y = (int)floor((layer->target.y + layer->target.height) / half);
  for (int y = from_y; y < to_y; y++) {
    for (int x = from_x; x < to_x; x++) {
      double wanted = mean(in, part, left + x * across, left + (x + 1) * across, top + y * down, top + (y + 1) * down);
      squares += pow(wanted - *check_sample(out, part, x, y), 2);
      count++;
    }
  }
  return 10 * log10(255 * 255 * count / squares);
}

void check_scaling(void) {
  const pic_layer layers[] = {
      {.source = {0, 0, 384, 216}, .target = {0, 0, 96, 54}},           {.source = {0, 0, 384, 216}, .target = {1.5, 2.25, 96, 54}},
      {.source = {3.7, 1.2, 300.5, 180.25}, .target = {4, 4, 120, 90}}, {.source = {3.7, 1.2, 300.5, 180.25}, .target = {4.3, 4.9, 119.4, 90.7}},
      {.source = {0, 0, 384, 216}, .target = {0, 0, 192, 108}},         {.source = {0.5, 0.5, 383, 215}, .target = {0, 0, 191.5, 107.5}},
      {.source = {10, 10, 190, 130}, .target = {3, 7, 189.3, 129.1}},   {.source = {0, 0, 384, 216}, .target = {3, 3, 17, 9}},
      {.source = {0, 0, 384, 216}, .target = {0.125, 0.0625, 128, 72}}};
  for (int index = 0; index < 9 * 4; index++) {
    pic_layer layer = layers[index % 9];
    layer.opacity = 255;
    pic_picture in = check_picture(384, 216, index / 9 % 2, 3), out = check_picture(201, 141, index / 18, 1);
    pic_colour colour = {.identity = true};
    pic_drawing *drawing = pic_drawing_make(&layer, 384, 216, 201, 141);
    pic_draw(drawing, &out, &in, &colour);
    for (int part = 0; part < 3; part++) {
      double found = quality(&in, &out, &layer, part);
      check(found >= 55, "scaling %d, part %d: %.1f dB", index, part, found);
    }
    pic_drawing_drop(drawing);
    check_drop(&in);
    check_drop(&out);
  }
}
