#include "intake.h"

#include <string.h>

pic_rows pic_rows_under(const pic_intake *in, int chroma_row) {
  if (in->interlaced) {
    int top = chroma_row / 2 * 4 + chroma_row % 2;
    return (pic_rows){top, top + 2};
  }
  int top = 2 * chroma_row;
  return (pic_rows){top, top + 1 < in->height ? top + 1 : top};
}

void pic_put_chroma(const pic_picture *out, int row, int from, int count, const uint8_t *restrict u,
                    const uint8_t *restrict v) {
  if (!out->interleaved) {
    memcpy(out->plane[1] + (ptrdiff_t)row * out->stride[1] + from, u, (size_t)count);
    memcpy(out->plane[2] + (ptrdiff_t)row * out->stride[2] + from, v, (size_t)count);
    return;
  }
  uint8_t *restrict both = out->plane[1] + (ptrdiff_t)row * out->stride[1] + 2 * from;
  for (int x = 0; x < count; x++) {
    both[2 * x] = u[x];
    both[2 * x + 1] = v[x];
  }
}

/* Grey, with the gain and the offset that make luma of it, and a half to round by. */
typedef struct tone {
  float gain, offset;
} tone;

static tone tone_of(const pic_intake *in, pic_space space) {
  bool wide = in->kind != PIC_GREY;
  double black = in->full_range ? 0 : wide ? 16 * 256 : 16;
  double white = in->full_range ? (wide ? 65535 : 255) : wide ? 235 * 256 : 235;
  double gain = (space.full_range ? 255 : 219) / (white - black);
  return (tone){(float)gain, (float)((space.full_range ? 0 : 16) - black * gain + 0.5)};
}

static inline uint8_t toned(tone tone, int value) {
  float luma = (float)value * tone.gain + tone.offset;
  luma = luma < 0 ? 0 : luma;
  luma = luma > 255 ? 255 : luma;
  return (uint8_t)(int)luma;
}

static void grey_row(const uint8_t *restrict in, tone tone, int count, uint8_t *restrict out) {
  for (int x = 0; x < count; x++) out[x] = toned(tone, in[x]);
}

static void wide_grey_row(const uint8_t *restrict in, int high, tone tone, int count, uint8_t *restrict out) {
  for (int x = 0; x < count; x++) out[x] = toned(tone, in[2 * x + high] << 8 | in[2 * x + 1 - high]);
}

void pic_take_grey(const pic_picture *out, const pic_intake *in, pic_space space) {
  tone tone = tone_of(in, space);
  bool keeps = in->kind == PIC_GREY && in->full_range == space.full_range;
  for (int row = 0; row < in->height; row++) {
    const uint8_t *from = pic_samples_row(&in->samples[0], row);
    uint8_t *to = pic_luma_row(out, row);
    if (keeps) memcpy(to, from, (size_t)in->width);
    if (!keeps && in->kind == PIC_GREY) grey_row(from, tone, in->width, to);
    if (in->kind != PIC_GREY) wide_grey_row(from, in->kind == PIC_GREY16_LE, tone, in->width, to);
  }
  size_t width = (size_t)(in->width + 1) / 2 * (out->interleaved ? 2 : 1);
  for (int plane = 1; plane < (out->interleaved ? 2 : 3); plane++) {
    for (int row = 0; row < (in->height + 1) / 2; row++) {
      memset(out->plane[plane] + (ptrdiff_t)row * out->stride[plane], 128, width);
    }
  }
}

void pic_take(const pic_picture *out, const pic_intake *in, pic_space space) {
  switch (in->kind) {
  case PIC_YCBCR: return pic_take_ycbcr(out, in);
  case PIC_RGB:
  case PIC_RGB555:
  case PIC_RGB565: return pic_take_rgb(out, in, space);
  case PIC_GREY:
  case PIC_GREY16_LE:
  case PIC_GREY16_BE: return pic_take_grey(out, in, space);
  }
}
