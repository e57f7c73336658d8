#include "axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int clamp(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

/* How much of input sample `index` an output sample has in it; outside of the input lies its edge. */
static double coverage(pic_mapping mapping, int output, int index) {
  if (mapping.scale >= 1) {
    double begin = output * mapping.scale + mapping.origin, end = begin + mapping.scale;
    double covered = fmin(end, index + 1) - fmax(begin, index);
    return covered > 0 ? covered / mapping.scale : 0;
  }
  double centre = (output + 0.5) * mapping.scale + mapping.origin - 0.5;
  double near = 1 - fabs(centre - index);
  return near > 0 ? near : 0;
}

static int first_index(pic_mapping mapping, int output) {
  double begin = mapping.scale >= 1 ? output * mapping.scale + mapping.origin
                                    : (output + 0.5) * mapping.scale + mapping.origin - 0.5;
  return (int)floor(fmax(-1e9, fmin(1e9, begin + 1e-9)));
}

/* Whole numbers that make 1 << bits: what rounding leaves over goes where it is owed, from tap to tap. */
static void weigh(const pic_axis *axis, pic_mapping mapping, int output, int taps, int16_t *weight) {
  int first = first_index(mapping, output), start = axis->start[output - axis->from], given = 0;
  double owed = 0, total = 0;
  for (int tap = 0; tap < taps; tap++) total += coverage(mapping, output, first + tap);
  if (total <= 0) {
    weight[0] = (int16_t)(1 << axis->bits);
    return;
  }
  for (int tap = 0; tap < taps; tap++) {
    owed += coverage(mapping, output, first + tap) / total * (1 << axis->bits);
    int share = (tap == taps - 1 ? 1 << axis->bits : (int)lround(owed)) - given;
    given += share;
    weight[clamp(first + tap, 0, axis->input - 1) - start] += (int16_t)share;
  }
}

static bool is_plain_mean(const pic_axis *axis, int step) {
  int even = (1 << axis->bits) / step;
  for (int index = 0; index < axis->to - axis->from; index++) {
    if (axis->start[index] != axis->start[0] + index * step) return false;
    for (int tap = 0; tap < axis->taps; tap++) {
      if (axis->weight[index * axis->taps + tap] != (tap < step ? even : 0)) return false;
    }
  }
  return axis->start[0] + (axis->to - axis->from) * step <= axis->input;
}

static bool finds_copy(pic_axis *axis, pic_mapping mapping) {
  axis->shift = (int)lround(fmax(-1e9, fmin(1e9, mapping.origin)));
  axis->copies = fabs(mapping.scale - 1) < 1e-9 && fabs(mapping.origin - axis->shift) < 1e-6 &&
                 axis->from + axis->shift >= 0 && axis->to + axis->shift <= axis->input;
  axis->first = axis->from + axis->shift;
  axis->past = axis->to + axis->shift;
  return axis->copies;
}

/* How many input samples an output sample has a part of, at most. */
static int reach(pic_mapping mapping) {
  bool whole = fabs(mapping.scale - round(mapping.scale)) < 1e-9 && fabs(mapping.origin - round(mapping.origin)) < 1e-9;
  if (mapping.scale < 1) return 2;
  return (int)fmin(whole ? round(mapping.scale) : ceil(mapping.scale) + 1, 1 << 20);
}

bool pic_axis_make(pic_axis *axis, pic_mapping mapping, int from, int to, int input, int bits, int group) {
  memset(axis, 0, sizeof *axis);
  axis->from = from;
  axis->to = to < from ? from : to;
  axis->input = input;
  axis->bits = bits;
  int count = axis->to - from;
  if (count == 0 || finds_copy(axis, mapping)) return true;
  int taps = reach(mapping), needed = taps < input ? taps : input;
  axis->taps = (needed + group - 1) / group * group;
  axis->start = calloc((size_t)count, sizeof *axis->start);
  axis->weight = calloc((size_t)count * (size_t)axis->taps, sizeof *axis->weight);
  if (!axis->start || !axis->weight) return false;
  for (int index = 0; index < count; index++) {
    int latest = input - needed;
    axis->start[index] = clamp(first_index(mapping, from + index), 0, latest);
    weigh(axis, mapping, from + index, taps, axis->weight + (size_t)index * (size_t)axis->taps);
  }
  for (int step = 2; step <= 4; step += 2) {
    if (axis->taps >= step && is_plain_mean(axis, step)) axis->step = step;
  }
  axis->shift = axis->start[0];
  axis->first = axis->start[0];
  axis->past = axis->start[count - 1] + needed;
  return true;
}

void pic_axis_drop(pic_axis *axis) {
  free(axis->start);
  free(axis->weight);
}
