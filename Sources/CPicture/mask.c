#include "mask.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LARGEST = 32768, WIDEST_SHADOW = 512;

/* Shares of the four things that meet at a sample; they make 1. */
typedef struct shares {
  float inset, border, shadow;
} shares;

int pic_even_floor(double value) { return (int)floor(value / 2) * 2; }

static int even_ceil(double value) { return (int)ceil(value / 2) * 2; }

int pic_mask_row(const pic_mask *mask, int row) {
  if (mask->bottom == 0 || row < mask->top) return row;
  if (row >= mask->height - mask->bottom) return row - mask->height + mask->rows;
  return mask->top + (row - mask->top) % 2;
}

int pic_mask_column(const pic_mask *mask, int column) {
  if (mask->right == 0 || column < mask->left) return column;
  if (column >= mask->width - mask->right) return column - mask->width + mask->columns;
  return mask->left + (column - mask->left) % 2;
}

/* The distance to the edge of a rectangle with round corners: below 0 inside, exact. */
static double distance(double x, double y, double half_width, double half_height, double radius) {
  double across = fabs(x) - half_width + radius, down = fabs(y) - half_height + radius;
  if (across <= 0 || down <= 0) return fmax(across, down) - radius;
  return sqrt(across * across + down * down) - radius;
}

static double clamped(double value) { return fmax(0, fmin(1, value)); }

/* Whether the sample lies in a shape, by the share of it that does. */
static double covered(double x, double y, double half_width, double half_height, double radius) {
  if (half_width <= 0 || half_height <= 0) return 0;
  double inside = clamped(0.5 - distance(x, y, half_width, half_height, radius));
  return inside * fmin(1, 2 * half_width) * fmin(1, 2 * half_height);
}

static shares shares_at(const pic_mask *mask, const pic_frame *frame, double column, double row) {
  double half_width = mask->target_width / 2, half_height = mask->target_height / 2;
  double x = column + 0.5 - mask->outset - mask->phase_x - half_width;
  double y = row + 0.5 - mask->outset - mask->phase_y - half_height;
  double radius = fmin(frame->radius, fmin(half_width, half_height));
  double border = frame->border;
  double outer = covered(x, y, half_width, half_height, radius);
  double inner = border > 0 ? covered(x, y, half_width - border, half_height - border, fmax(0, radius - border)) : outer;
  double dark = 0;
  if (frame->shadow > 0) {
    double away = distance(x, y - frame->shadow_offset, half_width, half_height, radius);
    double near = clamped((frame->shadow - away) / (2 * frame->shadow));
    dark = frame->shadow_share * near * near * (3 - 2 * near) * (1 - outer);
  }
  return (shares){(float)inner, (float)(outer - inner), (float)dark};
}

static int area_line(int stored, int tile, int last, int length, int all) {
  if (last == 0 || stored < tile + 2) return stored;
  return stored - all + length;
}

static void quantise(shares share, uint8_t border, uint8_t shadow, uint8_t *main, uint8_t *inset, uint16_t *constant) {
  int own = (int)lroundf(255 * share.inset), rest = (int)lroundf(255 * (share.border + share.shadow));
  if (own + rest > 255) rest = 255 - own;
  *inset = (uint8_t)own;
  *main = (uint8_t)(255 - own - rest);
  long sum = lroundf(255 * (share.border * border + share.shadow * shadow));
  *constant = (uint16_t)(sum < 255 * rest ? sum : 255 * rest);
}

static void write_luma(pic_mask *mask, const pic_frame *frame, const shares *all) {
  for (int index = 0; index < mask->rows * mask->columns; index++) {
    quantise(all[index], frame->border_paint.y, frame->shadow_paint.y, &mask->luma.main[index],
             &mask->luma.inset[index], &mask->luma.constant[index]);
  }
}

static void write_chroma(pic_mask *mask, const pic_frame *frame, const shares *all) {
  int columns = mask->columns / 2, count = columns * (mask->rows / 2);
  for (int index = 0; index < count; index++) {
    const shares *corner = all + (index / columns) * 2 * mask->columns + (index % columns) * 2;
    const shares *under = corner + mask->columns;
    shares mean = {(corner[0].inset + corner[1].inset + under[0].inset + under[1].inset) / 4,
                   (corner[0].border + corner[1].border + under[0].border + under[1].border) / 4,
                   (corner[0].shadow + corner[1].shadow + under[0].shadow + under[1].shadow) / 4};
    uint16_t *constant = mask->chroma.constant + index;
    quantise(mean, frame->border_paint.u, frame->shadow_paint.u, &mask->chroma.main[index], &mask->chroma.inset[index],
             constant);
    quantise(mean, frame->border_paint.v, frame->shadow_paint.v, &mask->chroma.main[index], &mask->chroma.inset[index],
             constant + count);
  }
}

static bool allocate(pic_mask *mask) {
  size_t count = (size_t)mask->rows * (size_t)mask->columns;
  mask->luma.main = calloc(count, 1);
  mask->luma.inset = calloc(count, 1);
  mask->luma.constant = calloc(count, sizeof(uint16_t));
  mask->chroma.main = calloc(count / 4, 1);
  mask->chroma.inset = calloc(count / 4, 1);
  mask->chroma.constant = calloc(count / 2, sizeof(uint16_t));
  return mask->luma.main && mask->luma.inset && mask->luma.constant && mask->chroma.main && mask->chroma.inset &&
         mask->chroma.constant;
}

/* Beyond radius, border and shadow from a corner nothing changes along an edge any more. */
static void lay_out(pic_mask *mask, const pic_frame *frame) {
  double moved = frame->shadow > 0 ? fabs(frame->shadow_offset) : 0;
  mask->outset = even_ceil(frame->shadow + moved + 1);
  mask->width = 2 * mask->outset + even_ceil(mask->phase_x + mask->target_width);
  mask->height = 2 * mask->outset + even_ceil(mask->phase_y + mask->target_height);
  double reach = fmax(fmax(frame->radius, frame->border + 1), frame->shadow) + moved;
  int tile = mask->outset + even_ceil(reach + 4);
  bool narrow = mask->width < 2 * tile + 2, low = mask->height < 2 * tile + 2;
  mask->left = narrow ? mask->width : tile;
  mask->right = narrow ? 0 : tile;
  mask->top = low ? mask->height : tile;
  mask->bottom = low ? 0 : tile;
  mask->columns = narrow ? mask->width : 2 * tile + 2;
  mask->rows = low ? mask->height : 2 * tile + 2;
}

static bool draw_shares(pic_mask *mask, const pic_frame *frame) {
  shares *all = calloc((size_t)mask->rows * (size_t)mask->columns, sizeof *all);
  if (!all) return false;
  for (int row = 0; row < mask->rows; row++) {
    double y = area_line(row, mask->top, mask->bottom, mask->height, mask->rows);
    for (int column = 0; column < mask->columns; column++) {
      double x = area_line(column, mask->left, mask->right, mask->width, mask->columns);
      all[row * mask->columns + column] = shares_at(mask, frame, x, y);
    }
  }
  write_luma(mask, frame, all);
  write_chroma(mask, frame, all);
  free(all);
  return true;
}

static bool acceptable(pic_rect target, pic_frame frame) {
  return target.width > 0 && target.height > 0 && target.width <= LARGEST && target.height <= LARGEST &&
         fabs(target.x) <= LARGEST && fabs(target.y) <= LARGEST && frame.radius >= 0 && frame.radius <= LARGEST &&
         frame.border >= 0 && frame.border <= LARGEST && frame.shadow >= 0 && frame.shadow <= WIDEST_SHADOW &&
         fabs(frame.shadow_offset) <= WIDEST_SHADOW && frame.shadow_share >= 0 && frame.shadow_share <= 1;
}

pic_mask *pic_mask_make(pic_rect target, pic_frame frame) {
  if (!acceptable(target, frame)) return NULL;
  frame.radius = fmin(frame.radius, fmin(target.width, target.height) / 2);
  frame.border = fmin(frame.border, fmin(target.width, target.height) / 2);
  pic_mask *mask = calloc(1, sizeof *mask);
  if (!mask) return NULL;
  mask->references = 1;
  mask->phase_x = target.x - pic_even_floor(target.x);
  mask->phase_y = target.y - pic_even_floor(target.y);
  mask->target_width = target.width;
  mask->target_height = target.height;
  lay_out(mask, &frame);
  if (allocate(mask) && draw_shares(mask, &frame)) return mask;
  pic_mask_drop(mask);
  return NULL;
}

pic_mask *pic_mask_keep(pic_mask *mask) {
  if (mask) __atomic_add_fetch(&mask->references, 1, __ATOMIC_RELAXED);
  return mask;
}

void pic_mask_drop(pic_mask *mask) {
  if (!mask || __atomic_sub_fetch(&mask->references, 1, __ATOMIC_ACQ_REL) > 0) return;
  free(mask->luma.main);
  free(mask->luma.inset);
  free(mask->luma.constant);
  free(mask->chroma.main);
  free(mask->chroma.inset);
  free(mask->chroma.constant);
  free(mask);
}

void pic_mask_weights(const pic_mask *mask, pic_rect target, int x, int y, int *main, int *inset, int *constant) {
  int column = x - pic_even_floor(target.x) + mask->outset, row = y - pic_even_floor(target.y) + mask->outset;
  *main = 255;
  *inset = *constant = 0;
  if (column < 0 || row < 0 || column >= mask->width || row >= mask->height) return;
  int index = pic_mask_row(mask, row) * mask->columns + pic_mask_column(mask, column);
  *main = mask->luma.main[index];
  *inset = mask->luma.inset[index];
  *constant = mask->luma.constant[index];
}
