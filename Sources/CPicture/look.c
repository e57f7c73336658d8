#include "look.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Cells of 8 x 8 in the plane of U and V, a column of luma over each: the four corners of a cell lie together. A unit of the
   tables is a 64th. */
enum {
  CELL_BITS = 3, CELL = 1 << CELL_BITS, CELLS = 256 / CELL, CORNERS = 4,
  LUMA_BITS = 2, LUMA_STEP = 1 << LUMA_BITS, LUMA_NODES = 256 / LUMA_STEP + 1,
  CHROMA_BITS = 3, CHROMA_STEP = 1 << CHROMA_BITS, CHROMA_NODES = 256 / CHROMA_STEP + 1,
  /* The mean of four pixels is looked up by their sum. */
  SUM_BITS = CHROMA_BITS + 2, SUM_STEP = 1 << SUM_BITS,
  UNIT_BITS = 6, LOWEST = -32768, HIGHEST = 32767,
  LUMA_SHIFT = UNIT_BITS + 2 * CELL_BITS + LUMA_BITS, CHROMA_SHIFT = UNIT_BITS + 2 * CELL_BITS + SUM_BITS
};

/* How far beyond red, green and blue of 0...1 a look goes on as it is inside. */
static const double BEYOND = 0.25;

struct pic_look {
  int references;
  int16_t luma_weight[CELL * CELL][LUMA_STEP][2 * CORNERS] __attribute__((aligned(16)));
  int16_t chroma_weight[CELL * CELL][2 * CORNERS] __attribute__((aligned(16)));
  int16_t luma[CELLS * CELLS][LUMA_NODES][CORNERS] __attribute__((aligned(16)));
  int16_t chroma[CELLS * CELLS][CHROMA_NODES][2 * CORNERS] __attribute__((aligned(16)));
};

typedef struct lattice {
  const float *points;
  int side;
} lattice;

static const float *point(const lattice *lattice, const int *at) {
  return lattice->points + 3 * (at[0] + (ptrdiff_t)lattice->side * (at[1] + (ptrdiff_t)lattice->side * at[2]));
}

/* Within 0...1: from the cell's first corner along the axes, the largest part first: a tetrahedron's corners. */
static void interpolate(const lattice *lattice, const double *colour, double *found) {
  int at[3], order[3] = {0, 1, 2};
  double part[3];
  for (int axis = 0; axis < 3; axis++) {
    double place = colour[axis] * (lattice->side - 1);
    at[axis] = (int)fmin(place, lattice->side - 2);
    part[axis] = place - at[axis];
  }
  for (int turn = 0; turn < 3; turn++) {
    int first = turn % 2;
    if (part[order[first]] >= part[order[first + 1]]) continue;
    int other = order[first];
    order[first] = order[first + 1], order[first + 1] = other;
  }
  const float *corner = point(lattice, at);
  for (int channel = 0; channel < 3; channel++) found[channel] = corner[channel];
  for (int step = 0; step < 3; step++) {
    at[order[step]] += 1;
    const float *next = point(lattice, at);
    for (int channel = 0; channel < 3; channel++) {
      found[channel] += part[order[step]] * ((double)next[channel] - corner[channel]);
    }
    corner = next;
  }
}

/* Beyond the border what lies as far inside of it, turned round. */
static void look_up(const lattice *lattice, const double *colour, double *found) {
  double border[3], inside[3], mirrored[3];
  int beyond = 0;
  for (int axis = 0; axis < 3; axis++) {
    border[axis] = fmax(0, fmin(1, colour[axis]));
    double far = fmax(-BEYOND, fmin(BEYOND, colour[axis] - border[axis]));
    inside[axis] = border[axis] - far;
    beyond |= far != 0;
  }
  interpolate(lattice, border, found);
  if (!beyond) return;
  interpolate(lattice, inside, mirrored);
  for (int channel = 0; channel < 3; channel++) found[channel] = 2 * found[channel] - mirrored[channel];
}

/* What a sample of Y, U and V, as they are stored, becomes. */
static void changed(const lattice *lattice, pic_space space, const double *sample, double *found) {
  double luma_range = space.full_range ? 255 : 219, chroma_range = space.full_range ? 255 : 224;
  double lowest = space.full_range ? 0 : 16, green = 1 - space.red - space.blue, result[3];
  double y = (sample[0] - lowest) / luma_range;
  double cb = (sample[1] - 128) / chroma_range, cr = (sample[2] - 128) / chroma_range;
  double colour[3] = {y + 2 * (1 - space.red) * cr, 0, y + 2 * (1 - space.blue) * cb};
  colour[1] = (y - space.red * colour[0] - space.blue * colour[2]) / green;
  look_up(lattice, colour, result);
  double luma = space.red * result[0] + green * result[1] + space.blue * result[2];
  found[0] = lowest + luma_range * luma;
  found[1] = 128 + chroma_range * (result[2] - luma) / (2 * (1 - space.blue));
  found[2] = 128 + chroma_range * (result[0] - luma) / (2 * (1 - space.red));
}

static int16_t units(double value) {
  return (int16_t)lround(fmax(LOWEST, fmin(HIGHEST, value * (1 << UNIT_BITS))));
}

/* Exact values of the nodes stand by U, V and luma, from slow to fast, three of each. */
enum { ALONG = CELLS + 1, NODES = ALONG * ALONG * LUMA_NODES };

static const float *node_at(const float *nodes, const int *at) {
  return nodes + 3 * ((ptrdiff_t)at[2] + LUMA_NODES * (at[1] + (ptrdiff_t)ALONG * at[0]));
}

/* How much the middle between nodes `step` apart lies off the line between them; at the border as beside it. */
static void bend(const float *nodes, const int *at, int axis, int step, int last, double *found) {
  int middle[3] = {at[0], at[1], at[2]}, before[3], behind[3];
  middle[axis] = middle[axis] < step ? step : middle[axis] > last - step ? last - step : middle[axis];
  for (int each = 0; each < 3; each++) before[each] = behind[each] = middle[each];
  before[axis] -= step, behind[axis] += step;
  for (int part = 0; part < 3; part++) {
    found[part] += (double)node_at(nodes, before)[part] + node_at(nodes, behind)[part] - 2.0 * node_at(nodes, middle)[part];
  }
}

/* Lines between the nodes of a curve lie all on one side of it: by a twelfth of its bend on the average. */
static void centred(const float *nodes, const int *at, int luma_step, double *found) {
  double bends[3] = {0, 0, 0};
  bend(nodes, at, 0, 1, ALONG - 1, bends);
  bend(nodes, at, 1, 1, ALONG - 1, bends);
  bend(nodes, at, 2, luma_step, LUMA_NODES - 1, bends);
  for (int part = 0; part < 3; part++) found[part] = node_at(nodes, at)[part] - bends[part] / 12;
}

/* A node is a corner of up to four cells. */
static void spread(pic_look *look, const float *nodes, const int *at) {
  double luma[3], chroma[3];
  int apart = CHROMA_STEP / LUMA_STEP;
  centred(nodes, at, 1, luma);
  centred(nodes, at, apart, chroma);
  for (int corner = 0; corner < CORNERS; corner++) {
    int across = at[0] - corner / 2, down = at[1] - corner % 2, cell = across * CELLS + down;
    if (across < 0 || down < 0 || across >= CELLS || down >= CELLS) continue;
    look->luma[cell][at[2]][corner] = units(luma[0]);
    if (at[2] % apart) continue;
    look->chroma[cell][at[2] / apart][corner] = units(chroma[1]);
    look->chroma[cell][at[2] / apart][CORNERS + corner] = units(chroma[2]);
  }
}

static void set_weights(pic_look *look) {
  for (int place = 0; place < CELL * CELL; place++) {
    int u = place / CELL, v = place % CELL;
    int weight[CORNERS] = {(CELL - u) * (CELL - v), (CELL - u) * v, u * (CELL - v), u * v};
    for (int corner = 0; corner < 2 * CORNERS; corner++) {
      int own = weight[corner % CORNERS];
      look->chroma_weight[place][corner] = (int16_t)own;
      for (int y = 0; y < LUMA_STEP; y++) {
        look->luma_weight[place][y][corner] = (int16_t)(own * (corner < CORNERS ? LUMA_STEP - y : y));
      }
    }
  }
}

static void place_of_node(int node, int *at) {
  at[2] = node % LUMA_NODES, at[1] = node / LUMA_NODES % ALONG, at[0] = node / LUMA_NODES / ALONG;
}

static void fill_tables(pic_look *look, const lattice *lattice, pic_space space, float *nodes) {
  int at[3];
  for (int node = 0; node < NODES; node++) {
    place_of_node(node, at);
    double sample[3] = {at[2] * LUMA_STEP, at[0] * CELL, at[1] * CELL}, found[3];
    changed(lattice, space, sample, found);
    for (int part = 0; part < 3; part++) nodes[3 * node + part] = (float)found[part];
  }
  for (int node = 0; node < NODES; node++) {
    place_of_node(node, at);
    spread(look, nodes, at);
  }
}

pic_look *pic_look_make(const float *points, int side, pic_space space) {
  if (!points || side < 2 || side > 129) return NULL;
  pic_look *look = aligned_alloc(16, (sizeof *look + 15) / 16 * 16);
  float *nodes = malloc(3 * sizeof *nodes * NODES);
  if (look && nodes) {
    look->references = 1;
    set_weights(look);
    fill_tables(look, &(lattice){points, side}, space, nodes);
  } else {
    free(look);
    look = NULL;
  }
  free(nodes);
  return look;
}

pic_look *pic_look_keep(pic_look *look) {
  if (look) __atomic_add_fetch(&look->references, 1, __ATOMIC_RELAXED);
  return look;
}

void pic_look_drop(pic_look *look) {
  if (look && __atomic_sub_fetch(&look->references, 1, __ATOMIC_ACQ_REL) == 0) free(look);
}

static int cell_of(int u, int v) { return (u >> CELL_BITS) * CELLS + (v >> CELL_BITS); }

static int place_of(int u, int v) { return u % CELL * CELL + v % CELL; }

/* Four pixels and the chroma sample under them. `sum` is that of the four pixels' luma. */
#ifdef __SSE2__
static __m128i parts(const int16_t (*column)[CORNERS], const int16_t (*weight)[2 * CORNERS], int y) {
  return _mm_madd_epi16(_mm_loadu_si128((const __m128i *)column[y >> LUMA_BITS]),
                        _mm_load_si128((const __m128i *)weight[y % LUMA_STEP]));
}

/* Each vector's first and third number, and second and fourth, added: (a0 + a2, b0 + b2, a1 + a3, b1 + b3). */
static __m128i folded(__m128i a, __m128i b) { return _mm_add_epi32(_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)); }

static int bytes_of(__m128i sums, int shift) {
  __m128i moved = _mm_sra_epi32(_mm_add_epi32(sums, _mm_set1_epi32(1 << (shift - 1))), _mm_cvtsi32_si128(shift));
  __m128i words = _mm_packs_epi32(moved, moved);
  return _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
}

static inline void change_luma(const int16_t (*column)[CORNERS], const int16_t (*weight)[2 * CORNERS], const uint8_t *upper,
                               const uint8_t *lower, uint8_t *out_upper, uint8_t *out_lower) {
  __m128i above = folded(parts(column, weight, upper[0]), parts(column, weight, upper[1]));
  __m128i below = folded(parts(column, weight, lower[0]), parts(column, weight, lower[1]));
  int four = bytes_of(_mm_add_epi32(_mm_unpacklo_epi64(above, below), _mm_unpackhi_epi64(above, below)), LUMA_SHIFT);
  out_upper[0] = (uint8_t)four, out_upper[1] = (uint8_t)(four >> 8);
  out_lower[0] = (uint8_t)(four >> 16), out_lower[1] = (uint8_t)(four >> 24);
}

static inline void change_chroma(const int16_t (*column)[2 * CORNERS], const int16_t *weight, int sum, uint8_t *u,
                                 uint8_t *v) {
  const int16_t *node = column[sum >> SUM_BITS];
  __m128i all = _mm_load_si128((const __m128i *)weight);
  __m128i upper = _mm_mullo_epi16(all, _mm_set1_epi16((int16_t)(sum % SUM_STEP)));
  __m128i lower = _mm_sub_epi16(_mm_slli_epi16(all, SUM_BITS), upper);
  __m128i sums = _mm_add_epi32(_mm_madd_epi16(_mm_load_si128((const __m128i *)node), lower),
                               _mm_madd_epi16(_mm_load_si128((const __m128i *)(node + 2 * CORNERS)), upper));
  int bytes = bytes_of(_mm_add_epi32(sums, _mm_shuffle_epi32(sums, _MM_SHUFFLE(2, 3, 0, 1))), CHROMA_SHIFT);
  *u = (uint8_t)bytes;
  *v = (uint8_t)(bytes >> 16);
}
#else
static uint8_t byte_of(int32_t sum, int shift) {
  int32_t value = (sum + (1 << (shift - 1))) >> shift;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static uint8_t one_luma(const int16_t (*column)[CORNERS], const int16_t (*weight)[2 * CORNERS], int y) {
  const int16_t *node = column[y >> LUMA_BITS];
  int32_t sum = 0;
  for (int corner = 0; corner < 2 * CORNERS; corner++) sum += node[corner] * weight[y % LUMA_STEP][corner];
  return byte_of(sum, LUMA_SHIFT);
}

static void change_luma(const int16_t (*column)[CORNERS], const int16_t (*weight)[2 * CORNERS], const uint8_t *upper,
                        const uint8_t *lower, uint8_t *out_upper, uint8_t *out_lower) {
  for (int side = 0; side < 2; side++) {
    out_upper[side] = one_luma(column, weight, upper[side]);
    out_lower[side] = one_luma(column, weight, lower[side]);
  }
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
#endif

void pic_look_rows(const pic_look *look, const pic_rows *in, int count, const pic_rows *out) {
  for (int x = 0; x < count; x++) {
    int u = in->u[x], v = in->v[x], cell = cell_of(u, v), place = place_of(u, v);
    const uint8_t *upper = in->upper + 2 * (ptrdiff_t)x, *lower = in->lower + 2 * (ptrdiff_t)x;
    int sum = upper[0] + upper[1] + lower[0] + lower[1];
    change_luma(look->luma[cell], look->luma_weight[place], upper, lower, out->upper + 2 * (ptrdiff_t)x,
                out->lower + 2 * (ptrdiff_t)x);
    change_chroma(look->chroma[cell], look->chroma_weight[place], sum, out->u + x, out->v + x);
  }
}
