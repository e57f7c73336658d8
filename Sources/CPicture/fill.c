#include "picture.h"

#include <stddef.h>
#include <string.h>

enum { SQUARE = 8, DARK = 80, LIGHT = 160 };

static void fill_checker(const pic_picture *out) {
  for (int y = 0; y < out->height; y++) {
    uint8_t *row = out->plane[0] + (ptrdiff_t)y * out->stride[0];
    for (int x = 0; x < out->width; x++) row[x] = ((x ^ y) & SQUARE) ? LIGHT : DARK;
  }
}

void pic_fill(const pic_picture *out, pic_background background, bool full_range) {
  int black = full_range ? 0 : 16, white = full_range ? 255 : 235;
  for (int y = 0; y < out->height && background != PIC_CHECKER; y++) {
    memset(out->plane[0] + (ptrdiff_t)y * out->stride[0], background == PIC_WHITE ? white : black, (size_t)out->width);
  }
  if (background == PIC_CHECKER) fill_checker(out);
  int chroma = (out->width + 1) / 2 * (out->interleaved ? 2 : 1);
  for (int plane = 1; plane < (out->interleaved ? 2 : 3); plane++) {
    for (int y = 0; y < (out->height + 1) / 2; y++) {
      memset(out->plane[plane] + (ptrdiff_t)y * out->stride[plane], 128, (size_t)chroma);
    }
  }
}
