#ifndef DUALCAM_LOOK_H
#define DUALCAM_LOOK_H

#include "picture.h"

/* Two rows of luma and the row of chroma under them, `count` chroma samples and twice as many of luma, all from even pixels on.
   Chroma follows the mean of its four pixels' luma. */
typedef struct pic_rows {
  uint8_t *upper, *lower, *u, *v;
} pic_rows;

void pic_look_rows(const pic_look *look, const pic_rows *in, int count, const pic_rows *out);

#endif
