#include "rows.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

static void widen(const uint8_t *restrict row, int width, int16_t *restrict out) {
  for (int x = 0; x < width; x++) out[x] = (int16_t)(row[x] << PIC_MIDDLE_BITS);
}

static void weigh_two(const uint8_t *restrict a, const uint8_t *restrict b, const int16_t *weight, int width,
                      int16_t *restrict out) {
  uint16_t wa = (uint16_t)weight[0], wb = (uint16_t)weight[1];
  for (int x = 0; x < width; x++) out[x] = (int16_t)((uint16_t)(wa * a[x] + wb * b[x]) >> 1);
}

static void weigh_four(const uint8_t *const *row, const int16_t *weight, int width, int16_t *restrict out) {
  const uint8_t *restrict a = row[0], *restrict b = row[1], *restrict c = row[2], *restrict d = row[3];
  uint16_t wa = (uint16_t)weight[0], wb = (uint16_t)weight[1], wc = (uint16_t)weight[2], wd = (uint16_t)weight[3];
  for (int x = 0; x < width; x++) {
    out[x] = (int16_t)((uint16_t)(wa * a[x] + wb * b[x] + wc * c[x] + wd * d[x]) >> 1);
  }
}

static void weigh_eight(const uint8_t *const *row, const int16_t *weight, int width, int16_t *restrict out) {
  const uint8_t *restrict a = row[0], *restrict b = row[1], *restrict c = row[2], *restrict d = row[3];
  const uint8_t *restrict e = row[4], *restrict f = row[5], *restrict g = row[6], *restrict h = row[7];
  uint16_t w[PIC_FEW_TAPS];
  for (int tap = 0; tap < PIC_FEW_TAPS; tap++) w[tap] = (uint16_t)weight[tap];
  for (int x = 0; x < width; x++) {
    uint16_t near = (uint16_t)(w[0] * a[x] + w[1] * b[x] + w[2] * c[x] + w[3] * d[x]);
    uint16_t far = (uint16_t)(w[4] * e[x] + w[5] * f[x] + w[6] * g[x] + w[7] * h[x]);
    out[x] = (int16_t)((uint16_t)(near + far) >> 1);
  }
}

static void weigh_few(const pic_plane *plane, const pic_axis *down, int index, int16_t *out) {
  const uint8_t *row[PIC_FEW_TAPS];
  int16_t weight[PIC_FEW_TAPS] = {0};
  int used = 0;
  for (int tap = 0; tap < down->taps; tap++) {
    int16_t share = down->weight[index * down->taps + tap];
    if (share == 0) continue;
    row[used] = plane->data + (ptrdiff_t)(down->start[index] + tap) * plane->stride;
    weight[used++] = share;
  }
  if (used == 1) return widen(row[0], plane->width, out);
  for (int rest = used; rest < PIC_FEW_TAPS; rest++) row[rest] = row[0];
  if (used == 2) return weigh_two(row[0], row[1], weight, plane->width, out);
  if (used <= 4) return weigh_four(row, weight, plane->width, out);
  weigh_eight(row, weight, plane->width, out);
}

static void weigh_many(const pic_plane *plane, const pic_axis *down, int index, int32_t *restrict sums,
                       int16_t *restrict out) {
  memset(sums, 0, (size_t)plane->width * sizeof *sums);
  for (int tap = 0; tap < down->taps; tap++) {
    int16_t share = down->weight[(ptrdiff_t)index * down->taps + tap];
    const uint8_t *restrict row = plane->data + (ptrdiff_t)(down->start[index] + tap) * plane->stride;
    if (share == 0) continue;
    for (int x = 0; x < plane->width; x++) sums[x] += share * (int16_t)row[x];
  }
  int shift = PIC_DOWN_BITS_MANY - PIC_MIDDLE_BITS;
  for (int x = 0; x < plane->width; x++) out[x] = (int16_t)(sums[x] >> shift);
}

void pic_scale_down(const pic_plane *plane, const pic_axis *down, int output, int32_t *sums, int16_t *out) {
  if (down->copies) return widen(plane->data + (ptrdiff_t)(output + down->shift) * plane->stride, plane->width, out);
  if (down->bits == PIC_DOWN_BITS) return weigh_few(plane, down, output - down->from, out);
  weigh_many(plane, down, output - down->from, sums, out);
}

enum { ACROSS_SHIFT = PIC_MIDDLE_BITS + PIC_ACROSS_BITS };

static uint8_t across_one(const int16_t *in, const int16_t *weight, int taps) {
  int32_t sum = 1 << (ACROSS_SHIFT - 1);
  for (int tap = 0; tap < taps; tap++) sum += in[tap] * weight[tap];
  return (uint8_t)(sum >> ACROSS_SHIFT);
}

/* Four outputs of `taps` weights each, from `start` on. */
#ifdef __SSE2__
static __m128i products(const int16_t *row, const int *start, const int16_t *weight, int taps, int from) {
  __m128i first = _mm_loadl_epi64((const __m128i *)(row + start[0] + from));
  __m128i second = _mm_loadl_epi64((const __m128i *)(row + start[1] + from));
  __m128i weights = taps == 4 ? _mm_loadu_si128((const __m128i *)weight)
                              : _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(weight + from)),
                                                   _mm_loadl_epi64((const __m128i *)(weight + taps + from)));
  return _mm_madd_epi16(_mm_unpacklo_epi64(first, second), weights);
}

static void across_four_outputs(const int16_t *row, const int *start, const int16_t *weight, int taps, uint8_t *out) {
  __m128i left = _mm_setzero_si128(), right = _mm_setzero_si128();
  for (int from = 0; from < taps; from += 4) {
    left = _mm_add_epi32(left, products(row, start, weight, taps, from));
    right = _mm_add_epi32(right, products(row, start + 2, weight + 2 * taps, taps, from));
  }
  __m128 a = _mm_castsi128_ps(left), b = _mm_castsi128_ps(right);
  __m128i even = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)));
  __m128i odd = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1)));
  __m128i half = _mm_set1_epi32(1 << (ACROSS_SHIFT - 1));
  __m128i sum = _mm_srai_epi32(_mm_add_epi32(_mm_add_epi32(even, odd), half), ACROSS_SHIFT);
  __m128i words = _mm_packs_epi32(sum, sum), bytes = _mm_packus_epi16(words, words);
  int four = _mm_cvtsi128_si32(bytes);
  memcpy(out, &four, sizeof four);
}
#else
static void across_four_outputs(const int16_t *row, const int *start, const int16_t *weight, int taps, uint8_t *out) {
  for (int output = 0; output < 4; output++) out[output] = across_one(row + start[output], weight + output * taps, taps);
}
#endif

static void across_any(const int16_t *row, const pic_axis *axis, int taps, int count, uint8_t *out) {
  int x = 0;
  for (; x + 4 <= count; x += 4) {
    across_four_outputs(row, axis->start + x, axis->weight + (ptrdiff_t)taps * x, taps, out + x);
  }
  for (; x < count; x++) out[x] = across_one(row + axis->start[x], axis->weight + (ptrdiff_t)taps * x, taps);
}

/* Neighbours are added as the two halves of one larger number: that needs no sorting of samples. */
typedef uint32_t __attribute__((may_alias, aligned(2))) two_words;
typedef uint16_t __attribute__((may_alias, aligned(1))) two_bytes;
typedef uint32_t __attribute__((may_alias, aligned(1))) four_bytes;

static void across_two(const int16_t *restrict row, int count, uint8_t *restrict out) {
  const two_words *restrict in = (const two_words *)row;
  for (int x = 0; x < count; x++) out[x] = (uint8_t)(((in[x] & 0xFFFF) + (in[x] >> 16) + 128) >> 8);
}

static void halve_words(const int16_t *restrict row, int count, int16_t *restrict out) {
  const two_words *restrict in = (const two_words *)row;
  for (int x = 0; x < count; x++) out[x] = (int16_t)(((in[x] & 0xFFFF) + (in[x] >> 16)) >> 1);
}

static void across_plain(const int16_t *row, int step, int count, uint8_t *out) {
  enum { CHUNK = 256 };
  int16_t halves[2 * CHUNK];
  if (step == 2) return across_two(row, count, out);
  for (int x = 0; x < count; x += CHUNK) {
    int part = count - x < CHUNK ? count - x : CHUNK;
    halve_words(row + 4 * (ptrdiff_t)x, 2 * part, halves);
    across_two(halves, part, out + x);
  }
}

void pic_scale_across(const int16_t *row, const pic_axis *across, uint8_t *restrict out) {
  int count = across->to - across->from, half = 1 << (PIC_MIDDLE_BITS - 1);
  if (across->copies) {
    const int16_t *restrict in = row + across->from + across->shift;
    for (int x = 0; x < count; x++) out[x] = (uint8_t)((in[x] + half) >> PIC_MIDDLE_BITS);
  } else if (across->step) {
    across_plain(row + across->shift, across->step, count, out);
  } else if (across->taps == 4) {
    across_any(row, across, 4, count, out);
  } else {
    across_any(row, across, across->taps, count, out);
  }
}

void pic_halve(const uint8_t *above, const uint8_t *below, int count, uint8_t *restrict out) {
  const two_bytes *restrict a = (const two_bytes *)above, *restrict b = (const two_bytes *)below;
  for (int x = 0; x < count; x++) {
    uint16_t sum = (uint16_t)((a[x] & 255) + (a[x] >> 8) + (b[x] & 255) + (b[x] >> 8) + 2);
    out[x] = (uint8_t)(sum >> 2);
  }
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { FIRST = 0, SECOND = 8 };
#else
enum { FIRST = 8, SECOND = 0 };
#endif

enum { ALTERNATE = 0xFF00FF };

void pic_halve_both(const uint8_t *above, const uint8_t *below, int count, uint8_t *restrict first,
                    uint8_t *restrict second) {
  const four_bytes *restrict a = (const four_bytes *)above, *restrict b = (const four_bytes *)below;
  for (int x = 0; x < count; x++) {
    uint32_t low = (a[x] >> FIRST & ALTERNATE) + (b[x] >> FIRST & ALTERNATE);
    uint32_t high = (a[x] >> SECOND & ALTERNATE) + (b[x] >> SECOND & ALTERNATE);
    first[x] = (uint8_t)(((low & 0xFFFF) + (low >> 16) + 2) >> 2);
    second[x] = (uint8_t)(((high & 0xFFFF) + (high >> 16) + 2) >> 2);
  }
}

void pic_quarter(const uint8_t *above, ptrdiff_t stride, int count, uint8_t *restrict out) {
  const four_bytes *restrict a = (const four_bytes *)above, *restrict b = (const four_bytes *)(above + stride);
  const four_bytes *restrict c = (const four_bytes *)(above + 2 * stride), *restrict d = (const four_bytes *)(above + 3 * stride);
  for (int x = 0; x < count; x++) {
    uint32_t even = (a[x] & ALTERNATE) + (b[x] & ALTERNATE) + (c[x] & ALTERNATE) + (d[x] & ALTERNATE);
    uint32_t odd = (a[x] >> 8 & ALTERNATE) + (b[x] >> 8 & ALTERNATE) + (c[x] >> 8 & ALTERNATE) + (d[x] >> 8 & ALTERNATE);
    uint32_t sum = even + odd;
    out[x] = (uint8_t)(((sum & 0xFFFF) + (sum >> 16) + 8) >> 4);
  }
}

void pic_quarter_both(const uint8_t *above, ptrdiff_t stride, int count, uint8_t *restrict first,
                      uint8_t *restrict second) {
  for (int x = 0; x < count; x++) {
    uint32_t low = 0, high = 0;
    for (int row = 0; row < 4; row++) {
      const four_bytes *in = (const four_bytes *)(above + row * stride);
      low += (in[2 * x] >> FIRST & ALTERNATE) + (in[2 * x + 1] >> FIRST & ALTERNATE);
      high += (in[2 * x] >> SECOND & ALTERNATE) + (in[2 * x + 1] >> SECOND & ALTERNATE);
    }
    first[x] = (uint8_t)(((low & 0xFFFF) + (low >> 16) + 8) >> 4);
    second[x] = (uint8_t)(((high & 0xFFFF) + (high >> 16) + 8) >> 4);
  }
}

void pic_part(const int16_t *restrict both, int count, int16_t *restrict first, int16_t *restrict second) {
  for (int x = 0; x < count; x++) first[x] = both[2 * x];
  for (int x = 0; x < count; x++) second[x] = both[2 * x + 1];
}

void pic_part_bytes(const uint8_t *both, int count, uint8_t *restrict first, uint8_t *restrict second) {
  const two_bytes *restrict in = (const two_bytes *)both;
  for (int x = 0; x < count; x++) {
    uint16_t two = in[x];
    first[x] = (uint8_t)(two >> FIRST);
    second[x] = (uint8_t)(two >> SECOND);
  }
}

void pic_join_bytes(const uint8_t *restrict first, const uint8_t *restrict second, int count, uint8_t *restrict both) {
  for (int x = 0; x < count; x++) {
    both[2 * x] = first[x];
    both[2 * x + 1] = second[x];
  }
}
