#ifndef DUALCAM_AXIS_H
#define DUALCAM_AXIS_H

#include <stdbool.h>
#include <stdint.h>

/* Zeros that rows to be scaled have behind them: taps are rounded up to groups. */
enum { PIC_PADDING = 16 };

/* How output samples come from input samples along one direction. */
typedef struct pic_axis {
  int from, to;    /* output samples that are drawn */
  int input;       /* input samples there are */
  bool copies;     /* output sample n is input sample n + shift */
  int shift;
  int step;        /* 2 or 4: each output sample is the plain mean of so many, one after the other from `shift` on; else 0 */
  int taps;        /* weights per output sample, zeros at the end where `group` asks for them */
  int bits;        /* the weights of one output sample make 1 << bits */
  int first, past; /* input samples that have a weight for any output sample */
  int *start;
  int16_t *weight;
} pic_axis;

/* `scale` and `origin` map the edges of output samples to the input: edge * scale + origin. Shrinking is the exact mean of
   what an output sample covers, enlarging is linear. What lies outside of the input is its edge, repeated. */
typedef struct pic_mapping {
  double scale, origin;
} pic_mapping;

bool pic_axis_make(pic_axis *axis, pic_mapping mapping, int from, int to, int input, int bits, int group);
void pic_axis_drop(pic_axis *axis);

#endif
