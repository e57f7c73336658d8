#include "intake.h"

#include <math.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Weights are Q15; chroma is of four pixels. */
enum { WEIGHT_BITS = 15, FOUR_BITS = WEIGHT_BITS + 2 };

/* What each of a pixel's four bytes adds to one component, and what is added besides. */
typedef struct weights {
  int16_t of[4];
  int32_t added;
} weights;

typedef struct matrix {
  weights luma, u, v;
} matrix;

/* Where red, green and blue lie in a pixel of four bytes, and by how much their largest numbers fall short of 255. */
typedef struct order {
  int red, green, blue;
  double red_gain, green_gain, blue_gain;
} order;

static int16_t weight(double value) { return (int16_t)lround(value * (1 << WEIGHT_BITS)); }

static weights weights_of(order order, double red, double green, double blue, double added, int bits) {
  weights made = {{0}, (int32_t)lround((added + 0.5) * (1 << bits))};
  made.of[order.red] = weight(red * order.red_gain);
  made.of[order.green] = weight(green * order.green_gain);
  made.of[order.blue] = weight(blue * order.blue_gain);
  return made;
}

static matrix matrix_of(const pic_intake *in, order order, pic_space space) {
  double across = in->full_range ? 255 : 219, black = in->full_range ? 0 : 16;
  double luma = (space.full_range ? 255 : 219) / across, chroma = (space.full_range ? 255 : 224) / across / 2;
  double green = 1 - space.red - space.blue, of_u = chroma / (1 - space.blue), of_v = chroma / (1 - space.red);
  double offset = (space.full_range ? 0 : 16) - black * luma;
  return (matrix){weights_of(order, luma * space.red, luma * green, luma * space.blue, offset, WEIGHT_BITS),
                  weights_of(order, -of_u * space.red, -of_u * green, chroma, 128, FOUR_BITS),
                  weights_of(order, chroma, -of_v * green, -of_v * space.blue, 128, FOUR_BITS)};
}

/* Two rows of pixels of four bytes, and where they go. */
typedef struct run {
  const uint8_t *top, *bottom;
  uint8_t *luma_top, *luma_bottom, *u, *v;
  int count; /* pixels across */
} run;

#ifdef __SSE2__
/* Of eight pixels the bytes 0 and 2, and 1 and 3, as words. */
typedef struct eight {
  __m128i even[2], odd[2];
} eight;

static inline eight load_eight(const uint8_t *pixels) {
  const __m128i low = _mm_set1_epi16(0xff);
  __m128i a = _mm_loadu_si128((const __m128i *)pixels), b = _mm_loadu_si128((const __m128i *)(pixels + 16));
  return (eight){{_mm_and_si128(a, low), _mm_and_si128(b, low)}, {_mm_srli_epi16(a, 8), _mm_srli_epi16(b, 8)}};
}

/* Weights for the two halves of a pixel. */
typedef struct pairs {
  __m128i even, odd, added;
} pairs;

static inline pairs pairs_of(const weights *weights) {
  const int16_t *of = weights->of;
  return (pairs){_mm_set_epi16(of[2], of[0], of[2], of[0], of[2], of[0], of[2], of[0]),
                 _mm_set_epi16(of[3], of[1], of[3], of[1], of[3], of[1], of[3], of[1]),
                 _mm_set1_epi32(weights->added)};
}

static inline __m128i weigh(__m128i even, __m128i odd, const pairs *pairs) {
  __m128i sum = _mm_add_epi32(_mm_madd_epi16(even, pairs->even), _mm_madd_epi16(odd, pairs->odd));
  return _mm_add_epi32(sum, pairs->added);
}

static inline void luma_of_eight(const eight *eight, const pairs *pairs, uint8_t *out) {
  __m128i left = _mm_srai_epi32(weigh(eight->even[0], eight->odd[0], pairs), WEIGHT_BITS);
  __m128i right = _mm_srai_epi32(weigh(eight->even[1], eight->odd[1], pairs), WEIGHT_BITS);
  __m128i words = _mm_packs_epi32(left, right);
  _mm_storel_epi64((__m128i *)out, _mm_packus_epi16(words, words));
}

/* The sums of the pixels that lie side by side. */
static inline __m128i fold(__m128i left, __m128i right) {
  __m128 a = _mm_castsi128_ps(left), b = _mm_castsi128_ps(right);
  return _mm_add_epi16(_mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0))),
                       _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1))));
}

static inline void chroma_of_eight(const eight *top, const eight *bottom, const pairs *u, const pairs *v, run *run, int x) {
  __m128i even = fold(_mm_add_epi16(top->even[0], bottom->even[0]), _mm_add_epi16(top->even[1], bottom->even[1]));
  __m128i odd = fold(_mm_add_epi16(top->odd[0], bottom->odd[0]), _mm_add_epi16(top->odd[1], bottom->odd[1]));
  __m128i words = _mm_packs_epi32(_mm_srai_epi32(weigh(even, odd, u), FOUR_BITS), _mm_srai_epi32(weigh(even, odd, v), FOUR_BITS));
  __m128i bytes = _mm_packus_epi16(words, words);
  int four_u = _mm_cvtsi128_si32(bytes), four_v = _mm_cvtsi128_si32(_mm_srli_si128(bytes, 4));
  memcpy(run->u + x / 2, &four_u, sizeof four_u);
  memcpy(run->v + x / 2, &four_v, sizeof four_v);
}

/* The number of pixels that were done. */
static int weigh_by_eights(run *run, const matrix *matrix) {
  pairs luma = pairs_of(&matrix->luma), u = pairs_of(&matrix->u), v = pairs_of(&matrix->v);
  int x = 0;
  for (; x + 8 <= run->count; x += 8) {
    eight top = load_eight(run->top + 4 * x), bottom = load_eight(run->bottom + 4 * x);
    luma_of_eight(&top, &luma, run->luma_top + x);
    luma_of_eight(&bottom, &luma, run->luma_bottom + x);
    chroma_of_eight(&top, &bottom, &u, &v, run, x);
  }
  return x;
}

/* Three bytes become four, of which the last is anything: the number of pixels that were done. */
static int widen_by_fours(const uint8_t *in, int count, uint8_t *out) {
  int x = 0;
  for (; 3 * x + 16 <= 3 * count; x += 4) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(in + 3 * x));
    __m128i left = _mm_unpacklo_epi32(bytes, _mm_srli_si128(bytes, 3));
    __m128i right = _mm_unpacklo_epi32(_mm_srli_si128(bytes, 6), _mm_srli_si128(bytes, 9));
    _mm_storeu_si128((__m128i *)(out + 4 * x), _mm_unpacklo_epi64(left, right));
  }
  return x;
}
#else
static int weigh_by_eights(run *run, const matrix *matrix) {
  (void)run, (void)matrix;
  return 0;
}

static int widen_by_fours(const uint8_t *in, int count, uint8_t *out) {
  (void)in, (void)count, (void)out;
  return 0;
}
#endif

static inline uint8_t byte(int32_t value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

static inline int32_t weighed(const weights *weights, const int *sum) {
  return weights->of[0] * sum[0] + weights->of[1] * sum[1] + weights->of[2] * sum[2] + weights->of[3] * sum[3] +
         weights->added;
}

static inline uint8_t luma_of(const weights *weights, const uint8_t *pixel) {
  int all[] = {pixel[0], pixel[1], pixel[2], pixel[3]};
  return byte(weighed(weights, all) >> WEIGHT_BITS);
}

static void weigh_run(run *run, const matrix *matrix) {
  for (int x = weigh_by_eights(run, matrix); x < run->count; x += 2) {
    int next = x + 1 < run->count ? x + 1 : x, sum[4];
    const uint8_t *a = run->top + 4 * x, *b = run->top + 4 * next;
    const uint8_t *c = run->bottom + 4 * x, *d = run->bottom + 4 * next;
    for (int part = 0; part < 4; part++) sum[part] = a[part] + b[part] + c[part] + d[part];
    run->luma_top[x] = luma_of(&matrix->luma, a);
    run->luma_top[next] = luma_of(&matrix->luma, b);
    run->luma_bottom[x] = luma_of(&matrix->luma, c);
    run->luma_bottom[next] = luma_of(&matrix->luma, d);
    run->u[x / 2] = byte(weighed(&matrix->u, sum) >> FOUR_BITS);
    run->v[x / 2] = byte(weighed(&matrix->v, sum) >> FOUR_BITS);
  }
}

static void widen_three(const uint8_t *in, int count, uint8_t *out) {
  for (int x = widen_by_fours(in, count, out); x < count; x++) {
    memcpy(out + 4 * x, in + 3 * x, 3);
    out[4 * x + 3] = 0;
  }
}

/* The bits become a byte's highest ones. */
static void widen_two(const uint8_t *in, bool has_six, int count, uint8_t *out) {
  for (int x = 0; x < count; x++) {
    uint16_t pixel;
    memcpy(&pixel, in + 2 * x, sizeof pixel);
    out[4 * x] = (uint8_t)((has_six ? pixel >> 8 : pixel >> 7) & 0xf8);
    out[4 * x + 1] = (uint8_t)(has_six ? pixel >> 3 & 0xfc : pixel >> 2 & 0xf8);
    out[4 * x + 2] = (uint8_t)(pixel << 3);
    out[4 * x + 3] = 0;
  }
}

/* Pixels of four bytes, in `room` where they are not delivered so. */
static const uint8_t *widened(const pic_intake *in, int row, int from, int count, uint8_t *room) {
  const pic_samples *samples = &in->samples[0];
  int size = in->kind == PIC_RGB ? samples->step : 2;
  const uint8_t *pixels = samples->plane + (ptrdiff_t)row * samples->stride + (ptrdiff_t)size * from;
  if (size == 4) return pixels;
  if (size == 3) widen_three(pixels, count, room);
  if (size == 2) widen_two(pixels, in->kind == PIC_RGB565, count, room);
  return room;
}

static order order_of(const pic_intake *in) {
  const pic_samples *samples = in->samples;
  if (in->kind == PIC_RGB) return (order){samples[0].offset, samples[1].offset, samples[2].offset, 1, 1, 1};
  double five = 255.0 / 0xf8, six = 255.0 / 0xfc;
  return (order){0, 1, 2, five, in->kind == PIC_RGB565 ? six : five, five};
}

void pic_take_rgb(const pic_picture *out, const pic_intake *in, pic_space space) {
  uint8_t top[8 * PIC_RUN], bottom[8 * PIC_RUN], u[PIC_RUN], v[PIC_RUN];
  matrix matrix = matrix_of(in, order_of(in), space);
  for (int row = 0; row < (in->height + 1) / 2; row++) {
    pic_rows rows = pic_rows_under(in, row);
    for (int from = 0; from < in->width; from += 2 * PIC_RUN) {
      int count = in->width - from < 2 * PIC_RUN ? in->width - from : 2 * PIC_RUN;
      run run = {widened(in, rows.top, from, count, top), widened(in, rows.bottom, from, count, bottom),
                 pic_luma_row(out, rows.top) + from, pic_luma_row(out, rows.bottom) + from, u, v, count};
      weigh_run(&run, &matrix);
      pic_put_chroma(out, row, from / 2, (count + 1) / 2, u, v);
    }
  }
}
