#include "picture.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* out = (keep * out + constant) / 255 for each sample; chroma has U's constants and V's. */
struct pic_stamp {
  int references;
  int width, height;
  uint8_t *keep, *keep_chroma;
  uint16_t *luma, *u, *v;
  void *memory;
};

/* Of one pixel or the mean of four: opacity and colours multiplied by it, 0...1. */
typedef struct share {
  double alpha, red, green, blue;
} share;

static share share_of(uint32_t pixel, double opacity) {
  double unit = opacity / 255;
  return (share){(pixel >> 24) * unit, (pixel >> 16 & 255) * unit, (pixel >> 8 & 255) * unit, (pixel & 255) * unit};
}

/* As lround() has it for what is not below 0, without a call for each pixel. What is added is the largest number below a half: a
   half itself would lift the number before it, too. */
static int nearest(double value) { return (int)(value + 0.49999999999999994); }

static uint8_t kept(double alpha) { return (uint8_t)(255 - nearest(255 * (alpha < 1 ? alpha : 1))); }

/* What is added of a sample whose value is `value` for alpha 1, multiplied; never more than what is not kept leaves room for. */
static uint16_t added(double value, uint8_t keep) {
  double lifted = 255 * value + 0.5;
  int sum = lifted > 0 ? (int)lifted : 0, room = 65025 - 255 * keep;
  return (uint16_t)(sum < room ? sum : room);
}

static double luma_of(share colour, pic_space space) {
  double green = 1 - space.red - space.blue;
  double value = space.red * colour.red + green * colour.green + space.blue * colour.blue;
  return space.full_range ? 255 * value : 16 * colour.alpha + 219 * value;
}

/* Blue's or red's difference from luma. */
static double chroma_of(share colour, double part, double weight, pic_space space) {
  double green = 1 - space.red - space.blue;
  double value = space.red * colour.red + green * colour.green + space.blue * colour.blue;
  return 128 * colour.alpha + (space.full_range ? 255 : 224) * (part - value) / (2 * (1 - weight));
}

/* Letters have few colours, and the edges of equal letters are equal: what was computed lately is kept by the colours it is of. */
enum { KNOWN_BITS = 11, KNOWN = 1 << KNOWN_BITS };

static size_t place_of(uint64_t pixels) { return (size_t)(pixels * 0x9E3779B97F4A7C15u >> (64 - KNOWN_BITS)); }

typedef struct known_pixel {
  uint32_t pixel;
  uint16_t luma;
  uint8_t keep;
} known_pixel;

static known_pixel pixel_of(uint32_t pixel, double opacity, pic_space space) {
  share colour = share_of(pixel, opacity);
  uint8_t keep = kept(colour.alpha);
  return (known_pixel){pixel, added(luma_of(colour, space), keep), keep};
}

static void fill_luma(pic_stamp *stamp, const uint32_t *pixels, double opacity, pic_space space) {
  known_pixel known[KNOWN], last = pixel_of(0, opacity, space);
  for (int place = 0; place < KNOWN; place++) known[place] = last;
  for (int index = 0; index < stamp->width * stamp->height; index++) {
    uint32_t pixel = pixels[index];
    /* Most of a text is one colour, or none. */
    if (pixel != last.pixel) {
      known_pixel *own = &known[place_of(pixel)];
      if (own->pixel != pixel) *own = pixel_of(pixel, opacity, space);
      last = *own;
    }
    stamp->keep[index] = last.keep, stamp->luma[index] = last.luma;
  }
}

/* The four pixels of a sample of chroma; nothing where there is none. */
typedef struct four {
  uint32_t pixels[4];
} four;

typedef struct known_four {
  four pixels;
  uint16_t u, v;
  uint8_t keep;
} known_four;

static bool are_equal(const four *one, const four *other) { return memcmp(one, other, sizeof *one) == 0; }

static size_t place_of_four(const four *own) {
  uint64_t upper = own->pixels[0] | (uint64_t)own->pixels[1] << 32, lower = own->pixels[2] | (uint64_t)own->pixels[3] << 32;
  return place_of(upper ^ lower * 0xC2B2AE3D27D4EB4Fu);
}

static share mean_of(const four *pixels, double opacity) {
  share mean = {0};
  for (int part = 0; part < 4; part++) {
    share own = share_of(pixels->pixels[part], opacity / 4);
    mean = (share){mean.alpha + own.alpha, mean.red + own.red, mean.green + own.green, mean.blue + own.blue};
  }
  return mean;
}

static known_four chroma_of_four(const four *pixels, double opacity, pic_space space) {
  share mean = mean_of(pixels, opacity);
  uint8_t keep = kept(mean.alpha);
  return (known_four){*pixels, added(chroma_of(mean, mean.blue, space.blue, space), keep),
                      added(chroma_of(mean, mean.red, space.red, space), keep), keep};
}

static void fill_chroma(pic_stamp *stamp, const uint32_t *pixels, double opacity, pic_space space) {
  const four none = {{0}};
  known_four known[KNOWN], last = chroma_of_four(&none, opacity, space);
  for (int place = 0; place < KNOWN; place++) known[place] = last;
  int index = 0;
  for (int row = 0; row < stamp->height; row += 2) {
    const uint32_t *upper = pixels + (ptrdiff_t)row * stamp->width, *lower = upper + stamp->width;
    bool is_last = row + 1 == stamp->height;
    for (int x = 0; x < stamp->width; x += 2, index++) {
      bool is_edge = x + 1 == stamp->width;
      four own = {{upper[x], is_edge ? 0 : upper[x + 1], is_last ? 0 : lower[x], is_last || is_edge ? 0 : lower[x + 1]}};
      if (!are_equal(&own, &last.pixels)) {
        known_four *place = &known[place_of_four(&own)];
        if (!are_equal(&own, &place->pixels)) *place = chroma_of_four(&own, opacity, space);
        last = *place;
      }
      stamp->keep_chroma[index] = last.keep, stamp->u[index] = last.u, stamp->v[index] = last.v;
    }
  }
}

pic_stamp *pic_stamp_make(const uint32_t *pixels, int width, int height, double opacity, pic_space space) {
  if (!pixels || width < 1 || height < 1 || width > 32768 || height > 32768 || !(opacity >= 0 && opacity <= 1)) return NULL;
  size_t count = (size_t)width * (size_t)height, half = (size_t)((width + 1) / 2) * (size_t)((height + 1) / 2);
  pic_stamp *stamp = calloc(1, sizeof *stamp);
  if (!stamp) return NULL;
  stamp->references = 1;
  stamp->width = width, stamp->height = height;
  stamp->memory = malloc((count + 2 * half) * sizeof(uint16_t) + count + half);
  if (!stamp->memory) {
    free(stamp);
    return NULL;
  }
  stamp->luma = stamp->memory;
  stamp->u = stamp->luma + count;
  stamp->v = stamp->u + half;
  stamp->keep = (uint8_t *)(stamp->v + half);
  stamp->keep_chroma = stamp->keep + count;
  fill_luma(stamp, pixels, opacity, space);
  fill_chroma(stamp, pixels, opacity, space);
  return stamp;
}

pic_stamp *pic_stamp_keep(pic_stamp *stamp) {
  if (stamp) __atomic_add_fetch(&stamp->references, 1, __ATOMIC_RELAXED);
  return stamp;
}

void pic_stamp_drop(pic_stamp *stamp) {
  if (!stamp || __atomic_sub_fetch(&stamp->references, 1, __ATOMIC_ACQ_REL) > 0) return;
  free(stamp->memory);
  free(stamp);
}

/* The nearest to sum / 255, for sums to 65025. */
static inline uint8_t by_255(uint16_t sum) {
  uint16_t moved = (uint16_t)(sum + 128);
  return (uint8_t)((uint16_t)(moved + (moved >> 8)) >> 8);
}

static void blend(const uint8_t *restrict keep, const uint16_t *restrict constant, int count, int step,
                  uint8_t *restrict out) {
  if (step == 1) {
    for (int x = 0; x < count; x++) out[x] = by_255((uint16_t)(keep[x] * out[x] + constant[x]));
  } else {
    for (int x = 0; x < count; x++) out[2 * x] = by_255((uint16_t)(keep[x] * out[2 * x] + constant[x]));
  }
}

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }

void pic_stamp_draw(const pic_stamp *stamp, const pic_picture *out, int x, int y) {
  if (x % 2 != 0 || y % 2 != 0) return;
  int left = larger(0, -x), top = larger(0, -y);
  int right = smaller(stamp->width, out->width - x), bottom = smaller(stamp->height, out->height - y);
  if (right <= left || bottom <= top) return;
  for (int row = top; row < bottom; row++) {
    size_t from = (size_t)row * (size_t)stamp->width + (size_t)left;
    blend(stamp->keep + from, stamp->luma + from, right - left, 1,
          out->plane[0] + (ptrdiff_t)(y + row) * out->stride[0] + x + left);
  }
  int columns = (stamp->width + 1) / 2, first = left / 2, count = (right + 1) / 2 - first, step = out->interleaved ? 2 : 1;
  for (int row = top / 2; row < (bottom + 1) / 2; row++) {
    size_t from = (size_t)row * (size_t)columns + (size_t)first;
    ptrdiff_t line = y / 2 + row, column = (ptrdiff_t)step * (x / 2 + first);
    uint8_t *u = out->plane[1] + line * out->stride[1] + column;
    uint8_t *v = out->interleaved ? u + 1 : out->plane[2] + line * out->stride[2] + column;
    blend(stamp->keep_chroma + from, stamp->u + from, count, step, u);
    blend(stamp->keep_chroma + from, stamp->v + from, count, step, v);
  }
}
