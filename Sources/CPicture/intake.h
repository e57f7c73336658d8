#ifndef DUALCAM_INTAKE_H
#define DUALCAM_INTAKE_H

#include "picture_intake.h"

#include <stddef.h>

/* Samples of chroma that are worked on at a time. */
enum { PIC_RUN = 256 };

/* The two rows of pixels that share one row of chroma; one and the same at an odd end. */
typedef struct pic_rows {
  int top, bottom;
} pic_rows;

pic_rows pic_rows_under(const pic_intake *in, int chroma_row);

/* `count` samples from number `from` on into a row of the chroma planes. */
void pic_put_chroma(const pic_picture *out, int row, int from, int count, const uint8_t *u, const uint8_t *v);

static inline uint8_t *pic_luma_row(const pic_picture *out, int row) {
  return out->plane[0] + (ptrdiff_t)row * out->stride[0];
}

static inline const uint8_t *pic_samples_row(const pic_samples *samples, int row) {
  return samples->plane + (ptrdiff_t)(row >> samples->down) * samples->stride + samples->offset;
}

void pic_take_ycbcr(const pic_picture *out, const pic_intake *in);
void pic_take_rgb(const pic_picture *out, const pic_intake *in, pic_space space);
void pic_take_grey(const pic_picture *out, const pic_intake *in, pic_space space);

#endif
