#include "picture.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Shares are 0...256: sums of products fit 16 bits. */
enum { CHUNK = 256, SHARE_BITS = 8, MOST = 1 << SHARE_BITS, HALF = MOST / 2 };

static const double FARTHEST = 1e6;

/* Where the second picture begins, in the samples of one plane: its share at a sample's middle is
   (at - distance) / width + 1/2, smooth where it is wide; the distance goes along (x, y), or from there. */
typedef struct edge {
  bool around, smooth;
  double x, y, at, width;
} edge;

/* Samples outer[0]..<outer[1] of a row have something of the second picture, inner[0]..<inner[1] nothing else. */
typedef struct reach {
  int outer[2], inner[2];
} reach;

/* One row of three pictures. `each`: samples for one share, two where U and V take turns. */
typedef struct lines {
  uint8_t *out;
  const uint8_t *first, *second;
  int each;
} lines;

static double bounded(double value, double low, double high) { return fmax(low, fmin(high, value)); }

static inline uint8_t mixed(uint8_t first, uint8_t second, uint16_t share) {
  return (uint8_t)((uint16_t)(first * (uint16_t)(MOST - share) + second * share + HALF) >> SHARE_BITS);
}

static void mix_all(const uint8_t *restrict first, const uint8_t *restrict second, uint16_t share, int count,
                    uint8_t *restrict out) {
  for (int x = 0; x < count; x++) out[x] = mixed(first[x], second[x], share);
}

static void mix_all_into(uint8_t *restrict out, const uint8_t *restrict second, uint16_t share, int count) {
  for (int x = 0; x < count; x++) out[x] = mixed(out[x], second[x], share);
}

static void mix_each(const uint8_t *restrict first, const uint8_t *restrict second, const uint16_t *restrict share,
                     int count, uint8_t *restrict out) {
  for (int x = 0; x < count; x++) out[x] = mixed(first[x], second[x], share[x]);
}

static void mix_each_into(uint8_t *restrict out, const uint8_t *restrict second, const uint16_t *restrict share,
                          int count) {
  for (int x = 0; x < count; x++) out[x] = mixed(out[x], second[x], share[x]);
}

static void dissolve(const lines *row, int count, double share) {
  uint16_t part = (uint16_t)lround(share * MOST);
  if (row->first == row->out) return mix_all_into(row->out, row->second, part, count * row->each);
  mix_all(row->first, row->second, part, count * row->each, row->out);
}

/* Distances of `count` samples from `from` on, along the direction or from the middle. */
static void measure(const edge *edge, int from, int row, int count, float *distance) {
  if (!edge->around) {
    float start = (float)(edge->x * (from + 0.5) + edge->y * (row + 0.5)), step = (float)edge->x;
    for (int x = 0; x < count; x++) distance[x] = start + step * (float)x;
    return;
  }
  float across = (float)(from + 0.5 - edge->x), down = (float)(row + 0.5 - edge->y);
  int x = 0;
#ifdef __SSE2__
  __m128 steps = _mm_set_ps(3, 2, 1, 0), square = _mm_set1_ps(down * down);
  for (; x + 4 <= count; x += 4) {
    __m128 each = _mm_add_ps(_mm_set1_ps(across + (float)x), steps);
    _mm_storeu_ps(distance + x, _mm_sqrt_ps(_mm_add_ps(_mm_mul_ps(each, each), square)));
  }
#endif
  for (; x < count; x++) distance[x] = sqrtf((across + (float)x) * (across + (float)x) + down * down);
}

static void find_shares(const edge *edge, const float *distance, int count, uint16_t *share) {
  float steep = (float)(1 / edge->width), at = (float)edge->at;
  for (int x = 0; x < count; x++) {
    float there = (at - distance[x]) * steep + 0.5f;
    there = there < 0 ? 0 : there > 1 ? 1 : there;
    if (edge->smooth) there = there * there * (3 - 2 * there);
    share[x] = (uint16_t)(int)(there * MOST + 0.5f);
  }
}

static void mix_edge(const edge *edge, const lines *row, int line, int from, int to) {
  float distance[CHUNK];
  uint16_t share[CHUNK], doubled[2 * CHUNK];
  for (int x = from; x < to; x += CHUNK) {
    int count = to - x < CHUNK ? to - x : CHUNK;
    ptrdiff_t at = (ptrdiff_t)x * row->each;
    measure(edge, x, line, count, distance);
    find_shares(edge, distance, count, share);
    for (int index = 0; index < count && row->each == 2; index++) {
      doubled[2 * index] = share[index];
      doubled[2 * index + 1] = share[index];
    }
    const uint16_t *shares = row->each == 2 ? doubled : share;
    if (row->first == row->out) {
      mix_each_into(row->out + at, row->second + at, shares, count * row->each);
    } else {
      mix_each(row->first + at, row->second + at, shares, count * row->each, row->out + at);
    }
  }
}

static void put(const lines *row, const uint8_t *from, int begin, int end) {
  ptrdiff_t at = (ptrdiff_t)begin * row->each;
  if (end > begin && from != row->out) memcpy(row->out + at, from + at, (size_t)(end - begin) * (size_t)row->each);
}

/* Samples of a row within `radius` of the middle; one more on each side where `outwards`, one fewer else. */
static void within(const edge *edge, double radius, int row, int width, bool outwards, int *span) {
  double down = row + 0.5 - edge->y, square = radius > 0 ? radius * radius - down * down : -1;
  double half = square > 0 ? sqrt(square) : -2, more = outwards ? 1 : -1;
  span[0] = (int)bounded(floor(edge->x - half - 0.5 - more), 0, width);
  span[1] = (int)bounded(ceil(edge->x + half + 0.5 + more), span[0], width);
}

/* Samples of a row that lie before `limit` along the direction. */
static void before(const edge *edge, double limit, int row, int width, bool outwards, int *span) {
  double rest = limit - edge->y * (row + 0.5), more = outwards ? 1 : -1;
  span[0] = 0, span[1] = width;
  if (fabs(edge->x) * width < 1e-3) {
    if (rest < (outwards ? -1e-3 : 1e-3)) span[1] = 0;
  } else if (edge->x > 0) {
    span[1] = (int)bounded(ceil(rest / edge->x + more), 0, width);
  } else {
    span[0] = (int)bounded(floor(rest / edge->x - more), 0, width);
  }
}

static reach reach_of(const edge *edge, int row, int width) {
  reach found;
  double half = edge->width / 2;
  void (*find)(const struct edge *, double, int, int, bool, int *) = edge->around ? within : before;
  find(edge, edge->at + half, row, width, true, found.outer);
  find(edge, edge->at - half, row, width, false, found.inner);
  for (int side = 0; side < 2; side++) {
    found.inner[side] = (int)bounded(found.inner[side], found.outer[0], found.outer[1]);
  }
  return found;
}

static void mix_row(const edge *edge, const lines *row, int line, int width) {
  reach found = reach_of(edge, line, width);
  put(row, row->first, 0, found.outer[0]);
  mix_edge(edge, row, line, found.outer[0], found.inner[0]);
  put(row, row->second, found.inner[0], found.inner[1]);
  mix_edge(edge, row, line, found.inner[1], found.outer[1]);
  put(row, row->first, found.outer[1], width);
}

/* The edge in pixels: it enters the canvas with the first share and has left it with the last one. */
static edge edge_of(const pic_transition *transition, int width, int height) {
  double softness = bounded(transition->softness, 0, FARTHEST), share = transition->share;
  double x = bounded(transition->x, -FARTHEST, FARTHEST), y = bounded(transition->y, -FARTHEST, FARTHEST);
  edge found = {transition->effect == PIC_CIRCLE, softness > 1, x, y, 0, fmax(softness, 1)};
  if (found.around) {
    double farthest = hypot(fmax(fabs(x), fabs(width - x)), fmax(fabs(y), fabs(height - y)));
    found.at = share * (farthest + found.width) - found.width / 2;
    return found;
  }
  double length = hypot(x, y);
  found.x = length > 0 ? x / length : 1;
  found.y = length > 0 ? y / length : 0;
  double least = fmin(0, found.x * width) + fmin(0, found.y * height);
  double most = fmax(0, found.x * width) + fmax(0, found.y * height);
  found.at = least - softness / 2 + share * (most - least + softness);
  return found;
}

/* The same edge in the samples of chroma. */
static edge halved(edge whole) {
  if (whole.around) whole.x /= 2, whole.y /= 2;
  whole.at /= 2;
  whole.width = fmax(whole.width / 2, 1);
  return whole;
}

void pic_transit(const pic_picture *out, const pic_picture *first, const pic_picture *second,
                 const pic_transition *transition) {
  pic_transition kept = *transition;
  kept.share = bounded(kept.share, 0, 1);
  edge luma = edge_of(&kept, out->width, out->height), chroma = halved(luma);
  for (int plane = 0; plane < (out->interleaved ? 2 : 3); plane++) {
    int half = plane > 0 ? 2 : 1, width = (out->width + half - 1) / half, height = (out->height + half - 1) / half;
    for (int line = 0; line < height; line++) {
      lines row = {out->plane[plane] + (ptrdiff_t)line * out->stride[plane],
                   first->plane[plane] + (ptrdiff_t)line * first->stride[plane],
                   second->plane[plane] + (ptrdiff_t)line * second->stride[plane], plane > 0 && out->interleaved ? 2 : 1};
      if (kept.effect == PIC_DISSOLVE) {
        dissolve(&row, width, kept.share);
      } else {
        mix_row(plane > 0 ? &chroma : &luma, &row, line, width);
      }
    }
  }
}
