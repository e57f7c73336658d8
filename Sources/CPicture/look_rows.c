#include "look_table.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

static int cell_of(int u, int v) { return (u >> CELL_BITS) * CELLS + (v >> CELL_BITS); }

static int place_of(int u, int v) { return u % CELL * CELL + v % CELL; }

/* Four chroma samples and the sixteen pixels over them at a time where the processor can: the number of samples that were done.
   `sum` is that of four pixels' luma. */
#ifdef __SSE2__
static inline __m128i rounded(__m128i sums, int shift) {
  return _mm_srai_epi32(_mm_add_epi32(sums, _mm_set1_epi32(1 << (shift - 1))), shift);
}

/* Neighbours added: the two pairs of the first, then those of the second. */
static inline __m128i summed(__m128i first, __m128i second) {
  __m128 a = _mm_castsi128_ps(first), b = _mm_castsi128_ps(second);
  __m128i even = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)));
  return _mm_add_epi32(even, _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1))));
}

/* Two pixels' corners by their weights, in halves. */
static inline __m128i halves(const int16_t (*column)[CORNERS], const uint8_t *pixels, __m128i weights) {
  __m128i first = _mm_loadl_epi64((const __m128i *)column[pixels[0]]);
  __m128i second = _mm_loadl_epi64((const __m128i *)column[pixels[1]]);
  return _mm_madd_epi16(_mm_unpacklo_epi64(first, second), weights);
}

/* Four pixels' luma: the upper two, then the lower two. */
static inline __m128i luma_of(const pic_look *look, int cell, __m128i weights, const uint8_t *upper, const uint8_t *lower) {
  return rounded(summed(halves(look->luma[cell], upper, weights), halves(look->luma[cell], lower, weights)), LUMA_SHIFT);
}

/* Two quarters of U, two of V. */
static inline __m128i chroma_of(const pic_look *look, int cell, __m128i weights, int sum) {
  const int16_t *node = look->chroma[cell][sum >> SUM_BITS];
  __m128i upper = _mm_mullo_epi16(weights, _mm_set1_epi16((int16_t)(sum % SUM_STEP)));
  __m128i lower = _mm_sub_epi16(_mm_slli_epi16(weights, SUM_BITS), upper);
  return _mm_add_epi32(_mm_madd_epi16(_mm_load_si128((const __m128i *)node), lower),
                       _mm_madd_epi16(_mm_load_si128((const __m128i *)(node + 2 * CORNERS)), upper));
}

/* The pixels over four chroma samples. */
static inline void store_luma(const __m128i *luma, uint8_t *upper, uint8_t *lower) {
  __m128i left = _mm_shuffle_epi32(_mm_packs_epi32(luma[0], luma[1]), _MM_SHUFFLE(3, 1, 2, 0));
  __m128i right = _mm_shuffle_epi32(_mm_packs_epi32(luma[2], luma[3]), _MM_SHUFFLE(3, 1, 2, 0));
  __m128i bytes = _mm_packus_epi16(_mm_unpacklo_epi64(left, right), _mm_unpackhi_epi64(left, right));
  _mm_storel_epi64((__m128i *)upper, bytes);
  _mm_storel_epi64((__m128i *)lower, _mm_srli_si128(bytes, 8));
}

static void store_four(uint8_t *out, __m128i bytes) {
  int four = _mm_cvtsi128_si32(bytes);
  memcpy(out, &four, sizeof four);
}

static inline void store_chroma(const __m128i *chroma, uint8_t *u, uint8_t *v) {
  __m128i left = rounded(summed(chroma[0], chroma[1]), CHROMA_SHIFT), right = rounded(summed(chroma[2], chroma[3]), CHROMA_SHIFT);
  __m128 turns[] = {_mm_castsi128_ps(left), _mm_castsi128_ps(right)};
  __m128i both[] = {_mm_castps_si128(_mm_shuffle_ps(turns[0], turns[1], _MM_SHUFFLE(2, 0, 2, 0))),
                    _mm_castps_si128(_mm_shuffle_ps(turns[0], turns[1], _MM_SHUFFLE(3, 1, 3, 1)))};
  __m128i words = _mm_packs_epi32(both[0], both[1]), bytes = _mm_packus_epi16(words, words);
  store_four(u, bytes);
  store_four(v, _mm_srli_si128(bytes, 4));
}

/* The chroma samples from `x` on and the sixteen pixels over them. */
static inline void change_four(const pic_look *look, const pic_rows *in, int x, const pic_rows *out) {
  __m128i luma[4], chroma[4];
  for (int each = 0; each < 4; each++) {
    int u = in->u[x + each], v = in->v[x + each], cell = cell_of(u, v);
    const uint8_t *upper = in->upper + 2 * (x + each), *lower = in->lower + 2 * (x + each);
    __m128i weights = _mm_load_si128((const __m128i *)look->weight[place_of(u, v)]);
    luma[each] = luma_of(look, cell, weights, upper, lower);
    chroma[each] = chroma_of(look, cell, weights, upper[0] + upper[1] + lower[0] + lower[1]);
  }
  store_luma(luma, out->upper + 2 * x, out->lower + 2 * x);
  store_chroma(chroma, out->u + x, out->v + x);
}

static int change_by_fours(const pic_look *look, const pic_rows *in, int count, const pic_rows *out) {
  pic_rows from = *in, to = *out;
  for (int x = 0; x + 4 <= count; x += 4) change_four(look, &from, x, &to);
  return count / 4 * 4;
}
#else
static int change_by_fours(const pic_look *look, const pic_rows *in, int count, const pic_rows *out) {
  (void)look, (void)in, (void)count, (void)out;
  return 0;
}
#endif

static uint8_t byte_of(int32_t sum, int shift) {
  int32_t value = (sum + (1 << (shift - 1))) >> shift;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static uint8_t one_luma(const int16_t *node, const int16_t *weight) {
  int32_t sum = 0;
  for (int corner = 0; corner < CORNERS; corner++) sum += node[corner] * weight[corner];
  return byte_of(sum, LUMA_SHIFT);
}

static void change_chroma(const int16_t (*column)[2 * CORNERS], const int16_t *weight, int sum, uint8_t *u, uint8_t *v) {
  const int16_t *low = column[sum >> SUM_BITS], *high = low + 2 * CORNERS;
  int32_t share = sum % SUM_STEP, sums[2] = {0, 0};
  for (int corner = 0; corner < 2 * CORNERS; corner++) {
    sums[corner / CORNERS] += weight[corner] * (low[corner] * (SUM_STEP - share) + high[corner] * share);
  }
  *u = byte_of(sums[0], CHROMA_SHIFT);
  *v = byte_of(sums[1], CHROMA_SHIFT);
}

void pic_look_rows(const pic_look *look, const pic_rows *in, int count, const pic_rows *out) {
  for (int x = change_by_fours(look, in, count, out); x < count; x++) {
    int u = in->u[x], v = in->v[x], cell = cell_of(u, v), sum = 0;
    const int16_t *weight = look->weight[place_of(u, v)];
    for (int pixel = 2 * x; pixel < 2 * x + 2; pixel++) {
      sum += in->upper[pixel] + in->lower[pixel];
      out->upper[pixel] = one_luma(look->luma[cell][in->upper[pixel]], weight);
      out->lower[pixel] = one_luma(look->luma[cell][in->lower[pixel]], weight);
    }
    change_chroma(look->chroma[cell], weight, sum, out->u + x, out->v + x);
  }
}
