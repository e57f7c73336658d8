#include "picture.h"

#include <math.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Coefficients are Q14; samples are moved up by 7 bits, so that the high half of a product is Q5. */
enum { COEFFICIENT_BITS = 14, SAMPLE_SHIFT = 7, RESULT_BITS = 5, HALF = 1 << (RESULT_BITS - 1) };
/* Three products are rounded down: on the average one and a half too low. */
enum { MIDDLE = (128 << RESULT_BITS) + HALF + 1 };

static int16_t coefficient(double value) {
  double scaled = round(value * (1 << COEFFICIENT_BITS));
  return (int16_t)fmax(-32768, fmin(32767, scaled));
}

static bool same(pic_space a, pic_space b) {
  return a.full_range == b.full_range && fabs(a.red - b.red) < 1e-6 && fabs(a.blue - b.blue) < 1e-6;
}

/* Luma of the new space out of (Y, Cb, Cr) of the old one, in numbers from 0 to 1 and -0.5 to 0.5. */
static double new_luma(pic_space from, pic_space to, double y, double cb, double cr) {
  double red = y + 2 * (1 - from.red) * cr, blue = y + 2 * (1 - from.blue) * cb;
  double green = (y - from.red * red - from.blue * blue) / (1 - from.red - from.blue);
  return to.red * red + (1 - to.red - to.blue) * green + to.blue * blue;
}

void pic_colour_set(pic_colour *colour, pic_space from, pic_space to) {
  memset(colour, 0, sizeof *colour);
  colour->identity = same(from, to);
  double luma_in = from.full_range ? 255 : 219, luma_out = to.full_range ? 255 : 219;
  double chroma_in = from.full_range ? 255 : 224, chroma_out = to.full_range ? 255 : 224;
  double by_cb = new_luma(from, to, 0, 1, 0), by_cr = new_luma(from, to, 0, 0, 1);
  double blue = 2 * (1 - to.blue), red = 2 * (1 - to.red), ratio = chroma_out / chroma_in;
  colour->luma = coefficient(luma_out / luma_in);
  colour->luma_u = coefficient(by_cb * luma_out / chroma_in);
  colour->luma_v = coefficient(by_cr * luma_out / chroma_in);
  double offset = (to.full_range ? 0 : 16) - (from.full_range ? 0 : 16) * luma_out / luma_in;
  colour->luma_offset = (int16_t)(lround(offset * (1 << RESULT_BITS)) + HALF + 1);
  colour->uu = coefficient((2 * (1 - from.blue) - by_cb) / blue * ratio);
  colour->uv = coefficient(-by_cr / blue * ratio);
  colour->vu = coefficient(-by_cb / red * ratio);
  colour->vv = coefficient((2 * (1 - from.red) - by_cr) / red * ratio);
}

static inline int16_t high(int16_t a, int16_t b) { return (int16_t)((a * b) >> 16); }

static inline uint8_t byte(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

/* Eight samples at a time where the processor can: the number of samples that were done. */
#ifdef __SSE2__
static __m128i centred(const uint8_t *samples) {
  __m128i bytes = _mm_loadl_epi64((const __m128i *)samples);
  __m128i words = _mm_sub_epi16(_mm_unpacklo_epi8(bytes, _mm_setzero_si128()), _mm_set1_epi16(128));
  return _mm_slli_epi16(words, SAMPLE_SHIFT);
}

static __m128i both(__m128i u, __m128i v, int16_t by_u, int16_t by_v, int16_t offset) {
  __m128i sum = _mm_add_epi16(_mm_mulhi_epi16(u, _mm_set1_epi16(by_u)), _mm_mulhi_epi16(v, _mm_set1_epi16(by_v)));
  return _mm_add_epi16(sum, _mm_set1_epi16(offset));
}

static void store(__m128i words, uint8_t *out) {
  __m128i moved = _mm_srai_epi16(words, RESULT_BITS);
  _mm_storel_epi64((__m128i *)out, _mm_packus_epi16(moved, moved));
}

static int share_by_eights(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, int16_t *share) {
  for (int x = 0; x + 8 <= count; x += 8) {
    __m128i sum = both(centred(u + x), centred(v + x), colour->luma_u, colour->luma_v, colour->luma_offset);
    _mm_storeu_si128((__m128i *)(share + 2 * x), _mm_unpacklo_epi16(sum, sum));
    _mm_storeu_si128((__m128i *)(share + 2 * x + 8), _mm_unpackhi_epi16(sum, sum));
  }
  return count / 8 * 8;
}

static int luma_by_eights(int16_t factor, const uint8_t *y, const int16_t *share, int count, uint8_t *out) {
  __m128i factors = _mm_set1_epi16(factor);
  for (int x = 0; x + 8 <= count; x += 8) {
    __m128i words = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(y + x)), _mm_setzero_si128());
    __m128i scaled = _mm_mulhi_epi16(_mm_slli_epi16(words, SAMPLE_SHIFT), factors);
    store(_mm_add_epi16(scaled, _mm_loadu_si128((const __m128i *)(share + x))), out + x);
  }
  return count / 8 * 8;
}

static int chroma_by_eights(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, uint8_t *out_u,
                            uint8_t *out_v) {
  for (int x = 0; x + 8 <= count; x += 8) {
    __m128i cu = centred(u + x), cv = centred(v + x);
    store(both(cu, cv, colour->uu, colour->uv, MIDDLE), out_u + x);
    store(both(cu, cv, colour->vu, colour->vv, MIDDLE), out_v + x);
  }
  return count / 8 * 8;
}
#else
static int share_by_eights(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, int16_t *share) {
  (void)colour, (void)u, (void)v, (void)count, (void)share;
  return 0;
}

static int luma_by_eights(int16_t factor, const uint8_t *y, const int16_t *share, int count, uint8_t *out) {
  (void)factor, (void)y, (void)share, (void)count, (void)out;
  return 0;
}

static int chroma_by_eights(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, uint8_t *out_u,
                            uint8_t *out_v) {
  (void)colour, (void)u, (void)v, (void)count, (void)out_u, (void)out_v;
  return 0;
}
#endif

static int16_t moved(uint8_t chroma) { return (int16_t)((chroma - 128) * (1 << SAMPLE_SHIFT)); }

/* What chroma and offset add to the luma of the two pixels over each chroma sample. */
static void chroma_share(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, int16_t *share) {
  for (int x = share_by_eights(colour, u, v, count, share); x < count; x++) {
    int sum = high(moved(u[x]), colour->luma_u) + high(moved(v[x]), colour->luma_v) + colour->luma_offset;
    share[2 * x] = (int16_t)sum;
    share[2 * x + 1] = (int16_t)sum;
  }
}

void pic_colour_luma(const pic_colour *colour, const uint8_t *y, const uint8_t *u, const uint8_t *v, int count, bool odd,
                     int16_t *scratch, uint8_t *out) {
  chroma_share(colour, u, v, (count + odd + 1) / 2, scratch);
  const int16_t *share = scratch + odd;
  for (int x = luma_by_eights(colour->luma, y, share, count, out); x < count; x++) {
    out[x] = byte((high((int16_t)(y[x] << SAMPLE_SHIFT), colour->luma) + share[x]) >> RESULT_BITS);
  }
}

void pic_colour_chroma(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, uint8_t *out_u,
                       uint8_t *out_v) {
  for (int x = chroma_by_eights(colour, u, v, count, out_u, out_v); x < count; x++) {
    int16_t cu = moved(u[x]), cv = moved(v[x]);
    out_u[x] = byte((high(cu, colour->uu) + high(cv, colour->uv) + MIDDLE) >> RESULT_BITS);
    out_v[x] = byte((high(cu, colour->vu) + high(cv, colour->vv) + MIDDLE) >> RESULT_BITS);
  }
}
