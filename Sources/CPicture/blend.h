#ifndef DUALCAM_BLEND_H
#define DUALCAM_BLEND_H

#include "mask.h"

/* A stretch of one row: weights for each sample, or, `uniform`, one weight for all. */
typedef struct pic_span {
  const uint8_t *main, *inset;
  const uint16_t *constant;
  bool uniform;
} pic_span;

/* Draws `count` samples of `picture` over `out`. Opacity is 0...255. */
void pic_blend(const pic_span *span, const uint8_t *picture, int count, int opacity, uint8_t *out);
/* The whole width of one row of a mask's plane over `out`; both begin at the area's sample `first`. */
void pic_blend_row(const pic_mask *mask, bool chroma, int second, int row, int first, int count,
                   const uint8_t *picture, int opacity, uint8_t *out);

#endif
