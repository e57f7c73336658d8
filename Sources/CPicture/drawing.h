#ifndef DUALCAM_DRAWING_H
#define DUALCAM_DRAWING_H

#include "blend.h"
#include "look.h"
#include "rows.h"

/* Rows begin at the first sample that is drawn of their plane: `left` for luma, `left / 2` for chroma. */
struct pic_drawing {
  pic_layer layer;
  int in_width, in_height, out_width, out_height;
  int left, top, right, bottom; /* luma that is drawn; chroma is all that lies under it */
  int area_left, area_top;      /* of the mask, on the canvas */
  pic_axis luma_x, luma_y, chroma_x, chroma_y;
  int32_t *sums;
  int16_t *both, *middle[2]; /* rows between the two directions of scaling */
  int16_t *shares;
  uint8_t *luma, *converted; /* of one row */
  uint8_t *chroma[2], *changed[2];
  uint8_t *framed;  /* a row as wide as the mask's area */
  uint8_t *under[2]; /* U and V of an interleaved output */
  pic_rows plain, looked; /* before and after the layer's look, from an even pixel on */
  void *memory;
};

#endif
