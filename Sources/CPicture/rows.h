#ifndef DUALCAM_ROWS_H
#define DUALCAM_ROWS_H

#include "axis.h"

#include <stddef.h>

/* Samples of 15 bits between the two directions of scaling: 255 is 32640. */
enum { PIC_MIDDLE_BITS = 7, PIC_ACROSS_BITS = 14, PIC_DOWN_BITS = 8, PIC_DOWN_BITS_MANY = 14, PIC_FEW_TAPS = 8 };

/* One plane of an input: `width` bytes of a row count. */
typedef struct pic_plane {
  const uint8_t *data;
  int stride, width;
} pic_plane;

/* Row `output` of the plane, scaled downwards only, as samples of 15 bits. */
void pic_scale_down(const pic_plane *plane, const pic_axis *down, int output, int32_t *sums, int16_t *out);
/* A row of samples of 15 bits, with PIC_PADDING behind it, scaled along the row to bytes. */
void pic_scale_across(const int16_t *row, const pic_axis *across, uint8_t *out);
/* Both directions at once where each is the plain mean of two. */
void pic_halve(const uint8_t *above, const uint8_t *below, int count, uint8_t *out);
void pic_halve_both(const uint8_t *above, const uint8_t *below, int count, uint8_t *first, uint8_t *second);
/* The plain mean of four in each direction, from the first of four rows on. */
void pic_quarter(const uint8_t *above, ptrdiff_t stride, int count, uint8_t *out);
void pic_quarter_both(const uint8_t *above, ptrdiff_t stride, int count, uint8_t *first, uint8_t *second);

void pic_part(const int16_t *both, int count, int16_t *first, int16_t *second);
void pic_part_bytes(const uint8_t *both, int count, uint8_t *first, uint8_t *second);
void pic_join_bytes(const uint8_t *first, const uint8_t *second, int count, uint8_t *both);

#endif
