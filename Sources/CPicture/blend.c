#include "blend.h"

#include <string.h>

enum { CHUNK = 256 };

/* The nearest to sum / 255, for sums to 65025. */
static inline uint8_t by_255(uint16_t sum) {
  uint16_t moved = (uint16_t)(sum + 128);
  return (uint8_t)((uint16_t)(moved + (moved >> 8)) >> 8);
}

static void blend_each(const uint8_t *restrict main, const uint8_t *restrict inset, const uint16_t *restrict constant,
                       const uint8_t *restrict picture, int count, uint8_t *restrict out) {
  for (int x = 0; x < count; x++) {
    out[x] = by_255((uint16_t)((uint16_t)(main[x] * out[x]) + (uint16_t)(inset[x] * picture[x]) + constant[x]));
  }
}

static void blend_all(uint16_t main, uint16_t inset, uint16_t constant, const uint8_t *restrict picture, int count,
                      uint8_t *restrict out) {
  for (int x = 0; x < count; x++) {
    out[x] = by_255((uint16_t)((uint16_t)(main * out[x]) + (uint16_t)(inset * picture[x]) + constant));
  }
}

/* What is not drawn stays: no sum of weights grows beyond 255 by rounding. */
static void fade(const pic_span *span, int opacity, int count, uint8_t *main, uint8_t *inset, uint16_t *constant) {
  for (int x = 0; x < count; x++) {
    main[x] = (uint8_t)(255 - ((255 - span->main[x]) * opacity + 254) / 255);
    inset[x] = (uint8_t)(span->inset[x] * opacity / 255);
    constant[x] = (uint16_t)(span->constant[x] * opacity / 255);
    int owed = 255 - main[x] - inset[x] - (constant[x] + 254) / 255;
    if (owed > 0 && span->constant[x] == 0) inset[x] = (uint8_t)(inset[x] + owed);
  }
}

static void blend_faded(const pic_span *span, const uint8_t *picture, int count, int opacity, uint8_t *out) {
  uint8_t main[CHUNK], inset[CHUNK];
  uint16_t constant[CHUNK];
  if (span->uniform) {
    fade(span, opacity, 1, main, inset, constant);
    return blend_all(main[0], inset[0], constant[0], picture, count, out);
  }
  for (int x = 0; x < count; x += CHUNK) {
    int part = count - x < CHUNK ? count - x : CHUNK;
    pic_span rest = {span->main + x, span->inset + x, span->constant + x, false};
    fade(&rest, opacity, part, main, inset, constant);
    blend_each(main, inset, constant, picture + x, part, out + x);
  }
}

void pic_blend(const pic_span *span, const uint8_t *picture, int count, int opacity, uint8_t *out) {
  if (count <= 0 || opacity <= 0 || (span->uniform && span->main[0] == 255)) return;
  if (opacity < 255) return blend_faded(span, picture, count, opacity, out);
  if (!span->uniform) return blend_each(span->main, span->inset, span->constant, picture, count, out);
  if (span->inset[0] == 255) {
    memcpy(out, picture, (size_t)count);
  } else {
    blend_all(span->main[0], span->inset[0], span->constant[0], picture, count, out);
  }
}

/* The part of samples begin..<end of the area that is asked for. */
static void blend_part(pic_span span, int begin, int end, int first, int count, const uint8_t *picture, int opacity,
                       uint8_t *out) {
  int from = begin > first ? begin : first, to = end < first + count ? end : first + count;
  if (to <= from) return;
  if (!span.uniform) {
    span.main += from - begin;
    span.inset += from - begin;
    span.constant += from - begin;
  }
  pic_blend(&span, picture + (from - first), to - from, opacity, out + (from - first));
}

void pic_blend_row(const pic_mask *mask, bool chroma, int second, int row, int first, int count,
                   const uint8_t *picture, int opacity, uint8_t *out) {
  int half = chroma ? 2 : 1;
  int stored = pic_mask_row(mask, row * half) / half, columns = mask->columns / half;
  const pic_weights *weights = chroma ? &mask->chroma : &mask->luma;
  int index = stored * columns, plane = second * columns * (mask->rows / half);
  int left = mask->left / half, right = mask->right / half, width = mask->width / half;
  pic_span span = {weights->main + index, weights->inset + index, weights->constant + plane + index, false};
  blend_part(span, 0, left, first, count, picture, opacity, out);
  if (right == 0) return;
  pic_span middle = {span.main + left, span.inset + left, span.constant + left, true};
  blend_part(middle, left, width - right, first, count, picture, opacity, out);
  int behind = columns - right;
  pic_span last = {span.main + behind, span.inset + behind, span.constant + behind, false};
  blend_part(last, width - right, width, first, count, picture, opacity, out);
}
