#include "intake.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Every second byte, sixteen at a time where the processor can: the number of those that were done. Nothing is read behind the last
   one, which is always left. */
#ifdef __SSE2__
static inline __m128i load(const uint8_t *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }

static inline void store_even(__m128i left, __m128i right, uint8_t *out) {
  const __m128i even = _mm_set1_epi16(0xff);
  _mm_storeu_si128((__m128i *)out, _mm_packus_epi16(_mm_and_si128(left, even), _mm_and_si128(right, even)));
}

static int pick_twos(const uint8_t *in, int count, uint8_t *out) {
  int x = 0;
  for (; x + 16 < count; x += 16) store_even(load(in + 2 * x), load(in + 2 * x + 16), out + x);
  return x;
}

static int mean_twos(const uint8_t *a, const uint8_t *b, int count, uint8_t *out) {
  int x = 0;
  for (; x + 16 < count; x += 16) {
    store_even(_mm_avg_epu8(load(a + 2 * x), load(b + 2 * x)), _mm_avg_epu8(load(a + 2 * x + 16), load(b + 2 * x + 16)), out + x);
  }
  return x;
}
#else
static int pick_twos(const uint8_t *in, int count, uint8_t *out) {
  (void)in, (void)count, (void)out;
  return 0;
}

static int mean_twos(const uint8_t *a, const uint8_t *b, int count, uint8_t *out) {
  (void)a, (void)b, (void)count, (void)out;
  return 0;
}
#endif

/* One sample of so many bytes after the other; the step is a constant in each copy of the loop. */
static inline void pick_by(const uint8_t *restrict in, int step, int count, uint8_t *restrict out) {
  for (int x = 0; x < count; x++) out[x] = in[(ptrdiff_t)step * x];
}

static void pick(const uint8_t *in, int step, int count, uint8_t *out) {
  int done = step == 2 ? pick_twos(in, count, out) : 0;
  switch (step) {
  case 1: memcpy(out, in, (size_t)count); break;
  case 2: pick_by(in + 2 * done, 2, count - done, out + done); break;
  case 4: pick_by(in, 4, count, out); break;
  default: pick_by(in, step, count, out);
  }
}

static inline void mean_by(const uint8_t *restrict a, const uint8_t *restrict b, int step, int count,
                           uint8_t *restrict out) {
  for (int x = 0; x < count; x++) out[x] = (uint8_t)((a[(ptrdiff_t)step * x] + b[(ptrdiff_t)step * x] + 1) >> 1);
}

static void mean(const uint8_t *a, const uint8_t *b, int step, int count, uint8_t *out) {
  int done = step == 2 ? mean_twos(a, b, count, out) : 0;
  switch (step) {
  case 1: mean_by(a, b, 1, count, out); break;
  case 2: mean_by(a + 2 * done, b + 2 * done, 2, count - done, out + done); break;
  case 4: mean_by(a, b, 4, count, out); break;
  default: mean_by(a, b, step, count, out);
  }
}

static inline void mean_of_four_by(const uint8_t *restrict a, const uint8_t *restrict b, int step, int count,
                                   uint8_t *restrict out) {
  for (int x = 0; x < count; x++) {
    ptrdiff_t left = (ptrdiff_t)2 * step * x, right = left + step;
    out[x] = (uint8_t)((a[left] + a[right] + b[left] + b[right] + 2) >> 2);
  }
}

static void mean_of_four(const uint8_t *a, const uint8_t *b, int step, int count, uint8_t *out) {
  switch (step) {
  case 1: mean_of_four_by(a, b, 1, count, out); break;
  case 2: mean_of_four_by(a, b, 2, count, out); break;
  default: mean_of_four_by(a, b, step, count, out);
  }
}

/* Chroma for each pixel: two of two rows make one, but for the last of an odd width. */
static void fold(const uint8_t *a, const uint8_t *b, int step, int from, int count, int width, uint8_t *out) {
  int pairs = width / 2 - from < count ? width / 2 - from : count;
  ptrdiff_t start = (ptrdiff_t)2 * step * from;
  mean_of_four(a + start, b + start, step, pairs, out);
  if (pairs < count) mean(a + (ptrdiff_t)step * (width - 1), b + (ptrdiff_t)step * (width - 1), step, 1, out + pairs);
}

/* Chroma that covers four pixels across. */
static void spread(const uint8_t *a, const uint8_t *b, int step, int from, int count, uint8_t *out) {
  for (int x = 0; x < count; x++) {
    ptrdiff_t at = (ptrdiff_t)step * ((from + x) / 2);
    out[x] = (uint8_t)((a[at] + b[at] + 1) >> 1);
  }
}

static void chroma(const pic_intake *in, int part, pic_rows rows, int from, int count, uint8_t *out) {
  const pic_samples *samples = &in->samples[part];
  const uint8_t *a = pic_samples_row(samples, rows.top), *b = pic_samples_row(samples, rows.bottom);
  ptrdiff_t start = (ptrdiff_t)samples->step * from;
  if (samples->across == 0) {
    fold(a, b, samples->step, from, count, in->width, out);
  } else if (samples->across == 2) {
    spread(a, b, samples->step, from, count, out);
  } else if (a == b) {
    pick(a + start, samples->step, count, out);
  } else {
    mean(a + start, b + start, samples->step, count, out);
  }
}

/* Chroma that has a row for two already is taken row by row, whosever field it is. */
static pic_rows chroma_rows(const pic_intake *in, int row) {
  if (in->interlaced && in->samples[1].down > 0) return (pic_rows){2 * row, 2 * row};
  return pic_rows_under(in, row);
}

/* Whether Cb and Cr take turns, at the same distance: then both are read at once. */
static bool is_woven(const pic_intake *in) {
  const pic_samples *u = &in->samples[1], *v = &in->samples[2];
  int apart = v->offset - u->offset;
  return u->across == 1 && u->plane == v->plane && u->step == v->step && (2 * apart == u->step || -2 * apart == u->step);
}

static void woven_run(const pic_picture *out, const pic_intake *in, pic_rows rows, int row, int from, int count) {
  uint8_t both[2 * PIC_RUN], u[PIC_RUN], v[PIC_RUN];
  pic_samples first = in->samples[1];
  bool u_first = in->samples[1].offset < in->samples[2].offset;
  if (!u_first) first.offset = in->samples[2].offset;
  ptrdiff_t start = (ptrdiff_t)first.step * from;
  const uint8_t *a = pic_samples_row(&first, rows.top) + start, *b = pic_samples_row(&first, rows.bottom) + start;
  bool is_ready = u_first && out->interleaved;
  uint8_t *to = is_ready ? out->plane[1] + (ptrdiff_t)row * out->stride[1] + 2 * from : both;
  if (a == b) {
    pick(a, first.step / 2, 2 * count, to);
  } else {
    mean(a, b, first.step / 2, 2 * count, to);
  }
  if (is_ready) return;
  bool is_apart = !out->interleaved;
  pick(both + !u_first, 2, count, is_apart ? out->plane[1] + (ptrdiff_t)row * out->stride[1] + from : u);
  pick(both + u_first, 2, count, is_apart ? out->plane[2] + (ptrdiff_t)row * out->stride[2] + from : v);
  if (!is_apart) pic_put_chroma(out, row, from, count, u, v);
}

static void lone_run(const pic_picture *out, const pic_intake *in, pic_rows rows, int row, int from, int count) {
  uint8_t u[PIC_RUN], v[PIC_RUN];
  chroma(in, 1, rows, from, count, u);
  chroma(in, 2, rows, from, count, v);
  pic_put_chroma(out, row, from, count, u, v);
}

static void luma(const pic_picture *out, const pic_intake *in, int row) {
  if (row == in->height) return;
  pick(pic_samples_row(&in->samples[0], row), in->samples[0].step, in->width, pic_luma_row(out, row));
}

void pic_take_ycbcr(const pic_picture *out, const pic_intake *in) {
  int width = (in->width + 1) / 2;
  bool woven = is_woven(in);
  for (int row = 0; row < (in->height + 1) / 2; row++) {
    pic_rows rows = chroma_rows(in, row);
    luma(out, in, 2 * row);
    luma(out, in, 2 * row + 1);
    for (int from = 0; from < width; from += PIC_RUN) {
      int count = width - from < PIC_RUN ? width - from : PIC_RUN;
      (woven ? woven_run : lone_run)(out, in, rows, row, from, count);
    }
  }
}
