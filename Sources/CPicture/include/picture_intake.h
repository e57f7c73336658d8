/* What cameras deliver, brought into 4:2:0. Plain C without any library. */
#ifndef DUALCAM_PICTURE_INTAKE_H
#define DUALCAM_PICTURE_INTAKE_H

#include "picture.h"

typedef enum pic_intake_kind {
  PIC_YCBCR,     /* 8 bits a sample: Y, Cb, Cr */
  PIC_RGB,       /* 8 bits a sample: red, green, blue; 3 or 4 bytes a pixel */
  PIC_RGB555,    /* 16 bits a pixel in the processor's order, red highest */
  PIC_RGB565,
  PIC_GREY,      /* 8 bits a pixel */
  PIC_GREY16_LE, /* 16 bits a pixel */
  PIC_GREY16_BE,
} pic_intake_kind;

/* Where a component's samples lie: `offset` bytes behind the start of each row, `step` bytes from one to the next. A sample covers
   1 << across pixels by 1 << down rows, each at most 4. */
typedef struct pic_samples {
  const uint8_t *plane;
  int stride, offset, step, across, down;
} pic_samples;

/* A picture as it was delivered. RGB's components share one plane; of grey and of 16 bit RGB the first is all there is. */
typedef struct pic_intake {
  pic_intake_kind kind;
  pic_samples samples[3];
  int width, height;
  bool full_range; /* of RGB and grey: whether black is 0 and white the largest number, else as in limited luma */
  bool interlaced; /* rows of two fields in turn, of which each keeps its own chroma; the height is a multiple of 4 then */
} pic_intake;

/* Draws all of it; both have one size. RGB and grey become `space`'s colours, the numbers of YCbCr stay what they are. Every
   sample is within 1 of the exact formula; chroma is the mean of the pixels under it. */
void pic_take(const pic_picture *out, const pic_intake *in, pic_space space);

#endif
