#include "picture.h"

#include <math.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Coefficients are Q13; samples are moved up by 8 bits, so that the high half of a product is Q5. Luma and its factor are
   without a sign. */
enum { COEFFICIENT_BITS = 13, SAMPLE_SHIFT = 8, RESULT_BITS = 5, HALF = 1 << (RESULT_BITS - 1) };
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
  colour->luma = (uint16_t)lround(luma_out / luma_in * (1 << COEFFICIENT_BITS));
  colour->luma_u = coefficient(by_cb * luma_out / chroma_in);
  colour->luma_v = coefficient(by_cr * luma_out / chroma_in);
  double offset = (to.full_range ? 0 : 16) - (from.full_range ? 0 : 16) * luma_out / luma_in;
  colour->luma_offset = (int16_t)(lround(offset * (1 << RESULT_BITS)) + HALF + 1);
  colour->uu = coefficient((2 * (1 - from.blue) - by_cb) / blue * ratio);
  colour->uv = coefficient(-by_cr / blue * ratio);
  colour->vu = coefficient(-by_cb / red * ratio);
  colour->vv = coefficient((2 * (1 - from.red) - by_cr) / red * ratio);
}

/* Sixteen samples at a time where the processor can: the number of samples that were done. */
#ifdef __SSE2__
enum { SIGN = -128 };

static __m128i load(const uint8_t *samples) { return _mm_loadu_si128((const __m128i *)samples); }

/* Chroma without its middle, moved up: eight samples each. */
static __m128i lower(__m128i chroma) {
  return _mm_unpacklo_epi8(_mm_setzero_si128(), _mm_xor_si128(chroma, _mm_set1_epi8(SIGN)));
}

static __m128i upper(__m128i chroma) {
  return _mm_unpackhi_epi8(_mm_setzero_si128(), _mm_xor_si128(chroma, _mm_set1_epi8(SIGN)));
}

static __m128i both(__m128i u, __m128i v, int16_t by_u, int16_t by_v, int16_t offset) {
  __m128i sum = _mm_add_epi16(_mm_mulhi_epi16(u, _mm_set1_epi16(by_u)), _mm_mulhi_epi16(v, _mm_set1_epi16(by_v)));
  return _mm_add_epi16(sum, _mm_set1_epi16(offset));
}

static void store(__m128i low, __m128i high, uint8_t *out) {
  __m128i bytes = _mm_packus_epi16(_mm_srai_epi16(low, RESULT_BITS), _mm_srai_epi16(high, RESULT_BITS));
  _mm_storeu_si128((__m128i *)out, bytes);
}

static void store_twice(__m128i words, int16_t *out) {
  _mm_storeu_si128((__m128i *)out, _mm_unpacklo_epi16(words, words));
  _mm_storeu_si128((__m128i *)(out + 8), _mm_unpackhi_epi16(words, words));
}

static int shares_by_sixteens(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, int16_t *shares) {
  int16_t by_u = colour->luma_u, by_v = colour->luma_v, offset = colour->luma_offset;
  for (int x = 0; x + 16 <= count; x += 16) {
    __m128i cu = load(u + x), cv = load(v + x);
    store_twice(both(lower(cu), lower(cv), by_u, by_v, offset), shares + 2 * x);
    store_twice(both(upper(cu), upper(cv), by_u, by_v, offset), shares + 2 * x + 16);
  }
  return count / 16 * 16;
}

static int luma_by_sixteens(uint16_t factor, const uint8_t *y, const int16_t *shares, int count, uint8_t *out) {
  __m128i factors = _mm_set1_epi16((int16_t)factor), zero = _mm_setzero_si128();
  for (int x = 0; x + 16 <= count; x += 16) {
    __m128i luma = load(y + x);
    __m128i low = _mm_mulhi_epu16(_mm_unpacklo_epi8(zero, luma), factors);
    __m128i high = _mm_mulhi_epu16(_mm_unpackhi_epi8(zero, luma), factors);
    store(_mm_add_epi16(low, _mm_loadu_si128((const __m128i *)(shares + x))),
          _mm_add_epi16(high, _mm_loadu_si128((const __m128i *)(shares + x + 8))), out + x);
  }
  return count / 16 * 16;
}

static int chroma_by_sixteens(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, uint8_t *out_u,
                              uint8_t *out_v) {
  for (int x = 0; x + 16 <= count; x += 16) {
    __m128i cu = load(u + x), cv = load(v + x), ul = lower(cu), uh = upper(cu), vl = lower(cv), vh = upper(cv);
    store(both(ul, vl, colour->uu, colour->uv, MIDDLE), both(uh, vh, colour->uu, colour->uv, MIDDLE), out_u + x);
    store(both(ul, vl, colour->vu, colour->vv, MIDDLE), both(uh, vh, colour->vu, colour->vv, MIDDLE), out_v + x);
  }
  return count / 16 * 16;
}
#else
static int shares_by_sixteens(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, int16_t *shares) {
  (void)colour, (void)u, (void)v, (void)count, (void)shares;
  return 0;
}

static int luma_by_sixteens(uint16_t factor, const uint8_t *y, const int16_t *shares, int count, uint8_t *out) {
  (void)factor, (void)y, (void)shares, (void)count, (void)out;
  return 0;
}

static int chroma_by_sixteens(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, uint8_t *out_u,
                              uint8_t *out_v) {
  (void)colour, (void)u, (void)v, (void)count, (void)out_u, (void)out_v;
  return 0;
}
#endif

static int high(int a, int b) { return (a * b) >> 16; }

static int moved(uint8_t chroma) { return (chroma - 128) * (1 << SAMPLE_SHIFT); }

static uint8_t byte(int sum) {
  int value = sum >> RESULT_BITS;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

void pic_colour_shares(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, int16_t *shares) {
  for (int x = shares_by_sixteens(colour, u, v, count, shares); x < count; x++) {
    int share = high(moved(u[x]), colour->luma_u) + high(moved(v[x]), colour->luma_v) + colour->luma_offset;
    shares[2 * x] = shares[2 * x + 1] = (int16_t)share;
  }
}

void pic_colour_luma(const pic_colour *colour, const uint8_t *y, const int16_t *shares, int count, uint8_t *out) {
  for (int x = luma_by_sixteens(colour->luma, y, shares, count, out); x < count; x++) {
    out[x] = byte(high(y[x] * (1 << SAMPLE_SHIFT), colour->luma) + shares[x]);
  }
}

void pic_colour_chroma(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, uint8_t *out_u,
                       uint8_t *out_v) {
  for (int x = chroma_by_sixteens(colour, u, v, count, out_u, out_v); x < count; x++) {
    int cu = moved(u[x]), cv = moved(v[x]);
    out_u[x] = byte(high(cu, colour->uu) + high(cv, colour->uv) + MIDDLE);
    out_v[x] = byte(high(cu, colour->vu) + high(cv, colour->vv) + MIDDLE);
  }
}
