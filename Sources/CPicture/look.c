#include "look_table.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

/* How far beyond red, green and blue of 0...1 a look goes on as it is inside. */
static const double BEYOND = 0.25;

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

/* One column of nodes is a corner of up to four cells. */
static void spread(pic_look *look, const float *nodes, int u, int v) {
  double luma[LUMA_NODES][3], chroma[3];
  int apart = CHROMA_STEP / LUMA_STEP;
  for (int node = 0; node < LUMA_NODES; node++) centred(nodes, (int[]){u, v, node}, 1, luma[node]);
  for (int corner = 0; corner < CORNERS; corner++) {
    int across = u - corner / 2, down = v - corner % 2, cell = across * CELLS + down;
    if (across < 0 || down < 0 || across >= CELLS || down >= CELLS) continue;
    for (int y = 0; y < 256; y++) {
      double share = (double)(y % LUMA_STEP) / LUMA_STEP, low = luma[y / LUMA_STEP][0], high = luma[y / LUMA_STEP + 1][0];
      look->luma[cell][y][corner] = units(low + (high - low) * share);
    }
    for (int node = 0; node < CHROMA_NODES; node++) {
      centred(nodes, (int[]){u, v, node * apart}, apart, chroma);
      look->chroma[cell][node][corner] = units(chroma[1]);
      look->chroma[cell][node][CORNERS + corner] = units(chroma[2]);
    }
  }
}

static void set_weights(pic_look *look) {
  for (int place = 0; place < CELL * CELL; place++) {
    int u = place / CELL, v = place % CELL;
    int weight[CORNERS] = {(CELL - u) * (CELL - v), (CELL - u) * v, u * (CELL - v), u * v};
    for (int corner = 0; corner < 2 * CORNERS; corner++) look->weight[place][corner] = (int16_t)weight[corner % CORNERS];
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
  for (int column = 0; column < ALONG * ALONG; column++) spread(look, nodes, column / ALONG, column % ALONG);
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
