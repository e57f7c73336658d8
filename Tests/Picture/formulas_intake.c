/* Compares the conversion of camera formats with the same arithmetic in double precision. */
#include "check.h"

#include <math.h>
#include <picture_intake.h>
#include <stdlib.h>
#include <string.h>

/* The memory layout of a format: plane, offset and step of each component. */
typedef struct layout {
  const char *name;
  pic_intake_kind kind;
  int plane[3], offset[3], step[3], across, down;
} layout;

static const layout layouts[] = {
    {"RGB", PIC_RGB, {0}, {0, 1, 2}, {3, 3, 3}, 0, 0},
    {"BGR", PIC_RGB, {0}, {2, 1, 0}, {3, 3, 3}, 0, 0},
    {"RGBx", PIC_RGB, {0}, {0, 1, 2}, {4, 4, 4}, 0, 0},
    {"BGRx", PIC_RGB, {0}, {2, 1, 0}, {4, 4, 4}, 0, 0},
    {"xRGB", PIC_RGB, {0}, {1, 2, 3}, {4, 4, 4}, 0, 0},
    {"xBGR", PIC_RGB, {0}, {3, 2, 1}, {4, 4, 4}, 0, 0},
    {"RGB16", PIC_RGB565, {0}, {0}, {2, 2, 2}, 0, 0},
    {"RGB15", PIC_RGB555, {0}, {0}, {2, 2, 2}, 0, 0},
    {"GRAY8", PIC_GREY, {0}, {0}, {1}, 0, 0},
    {"GRAY16_LE", PIC_GREY16_LE, {0}, {0}, {2}, 0, 0},
    {"GRAY16_BE", PIC_GREY16_BE, {0}, {0}, {2}, 0, 0},
    {"YUY2", PIC_YCBCR, {0}, {0, 1, 3}, {2, 4, 4}, 1, 0},
    {"UYVY", PIC_YCBCR, {0}, {1, 0, 2}, {2, 4, 4}, 1, 0},
    {"YVYU", PIC_YCBCR, {0}, {0, 3, 1}, {2, 4, 4}, 1, 0},
    {"NV16", PIC_YCBCR, {0, 1, 1}, {0, 0, 1}, {1, 2, 2}, 1, 0},
    {"NV61", PIC_YCBCR, {0, 1, 1}, {0, 1, 0}, {1, 2, 2}, 1, 0},
    {"Y42B", PIC_YCBCR, {0, 1, 2}, {0}, {1, 1, 1}, 1, 0},
    {"NV24", PIC_YCBCR, {0, 1, 1}, {0, 0, 1}, {1, 2, 2}, 0, 0},
    {"Y444", PIC_YCBCR, {0, 1, 2}, {0}, {1, 1, 1}, 0, 0},
    {"NV12", PIC_YCBCR, {0, 1, 1}, {0, 0, 1}, {1, 2, 2}, 1, 1},
    {"NV21", PIC_YCBCR, {0, 1, 1}, {0, 1, 0}, {1, 2, 2}, 1, 1},
    {"YV12", PIC_YCBCR, {0, 2, 1}, {0}, {1, 1, 1}, 1, 1},
    {"Y41B", PIC_YCBCR, {0, 1, 2}, {0}, {1, 1, 1}, 2, 0},
    {"YUV9", PIC_YCBCR, {0, 1, 2}, {0}, {1, 1, 1}, 2, 2},
};

enum { LAYOUTS = sizeof layouts / sizeof *layouts };

static const int sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 5}, {17, 4}, {8, 8}, {31, 7}, {530, 4}, {1037, 3}};

enum { SIZES = sizeof sizes / sizeof *sizes };

static const pic_space spaces[] = {
    {0.2126, 0.0722, false}, {0.2126, 0.0722, true}, {0.299, 0.114, false}, {0.299, 0.114, true}, {0.2627, 0.0593, true}};

static int covered(int length, int shift) { return (length + (1 << shift) - 1) >> shift; }

static int row_bytes(const layout *layout, int plane, int width) {
  int bytes = 0;
  for (int part = 0; part < 3; part++) {
    int samples = covered(width, part > 0 ? layout->across : 0);
    if (layout->plane[part] == plane) bytes = (int)fmax(bytes, samples * layout->step[part]);
  }
  return bytes;
}

static int plane_rows(const layout *layout, int plane, int height) { return covered(height, plane > 0 ? layout->down : 0); }

/* Returns noise that includes black and white. The last row has no padding. */
static uint8_t *noise(int stride, int bytes, int rows) {
  size_t size = (size_t)stride * (size_t)(rows - 1) + (size_t)bytes;
  uint8_t *made = malloc(size);
  if (!made) exit(2);
  for (size_t index = 0; index < size; index++) {
    unsigned kind = check_random() % 8;
    made[index] = kind == 0 ? 0 : kind == 1 ? 255 : (uint8_t)check_random();
  }
  return made;
}

static pic_intake make(const layout *layout, int width, int height, int padding) {
  uint8_t *planes[3] = {NULL};
  pic_intake in = {.kind = layout->kind, .width = width, .height = height};
  for (int part = 0; part < 3; part++) {
    int plane = layout->plane[part], bytes = row_bytes(layout, plane, width), stride = bytes + padding;
    if (layout->step[part] == 0) continue;
    if (!planes[plane]) planes[plane] = noise(stride, bytes, plane_rows(layout, plane, height));
    bool sparse = layout->kind == PIC_YCBCR && part > 0;
    in.samples[part] = (pic_samples){planes[plane], stride, layout->offset[part], layout->step[part],
                                     sparse ? layout->across : 0, sparse ? layout->down : 0};
  }
  return in;
}

static void drop(pic_intake *in) {
  const uint8_t *first = in->samples[0].plane, *second = in->samples[1].plane, *third = in->samples[2].plane;
  if (third != second && third != first) free((void *)third);
  if (second != first) free((void *)second);
  free((void *)first);
}

static int stored(const pic_intake *in, int part, int x, int y) {
  const pic_samples *samples = &in->samples[part];
  return samples->plane[(ptrdiff_t)(y >> samples->down) * samples->stride + samples->offset + (x >> samples->across) * samples->step];
}

static int stored_word(const pic_intake *in, int x, int y, bool big) {
  const uint8_t *bytes = in->samples[0].plane + (ptrdiff_t)y * in->samples[0].stride + 2 * x;
  return big ? bytes[0] << 8 | bytes[1] : bytes[1] << 8 | bytes[0];
}

/* Computes red, green and blue; the nominal range is 0 to 1. */
static void rgb_at(const pic_intake *in, int x, int y, double *rgb) {
  double black = in->full_range ? 0 : 16, across = in->full_range ? 255 : 219;
  double grey = in->kind >= PIC_GREY16_LE ? stored_word(in, x, y, in->kind == PIC_GREY16_BE) : 0;
  int pixel = in->kind == PIC_RGB555 || in->kind == PIC_RGB565 ? stored_word(in, x, y, false) : 0;
  bool six = in->kind == PIC_RGB565;
  double bits[] = {(six ? pixel >> 11 : pixel >> 10 & 31) / 31.0, six ? (pixel >> 5 & 63) / 63.0 : (pixel >> 5 & 31) / 31.0,
                   (pixel & 31) / 31.0};
  for (int part = 0; part < 3; part++) {
    switch (in->kind) {
    case PIC_RGB: rgb[part] = (stored(in, part, x, y) - black) / across; break;
    case PIC_GREY: rgb[part] = (stored(in, 0, x, y) - black) / across; break;
    case PIC_GREY16_LE:
    case PIC_GREY16_BE: rgb[part] = in->full_range ? grey / 65535 : (grey / 256 - 16) / 219; break;
    default: rgb[part] = (bits[part] * 255 - black) / across;
    }
  }
}

/* Computes the exact Y, Cb and Cr of a pixel in `space`, without rounding. */
static void wanted_at(const pic_intake *in, pic_space space, int x, int y, double *wanted) {
  if (in->kind == PIC_YCBCR) {
    for (int part = 0; part < 3; part++) wanted[part] = stored(in, part, x, y);
    return;
  }
  double rgb[3];
  rgb_at(in, x, y, rgb);
  double luma = space.red * rgb[0] + (1 - space.red - space.blue) * rgb[1] + space.blue * rgb[2];
  double chroma = space.full_range ? 255 : 224;
  wanted[0] = space.full_range ? 255 * luma : 16 + 219 * luma;
  wanted[1] = 128 + chroma * (rgb[2] - luma) / (2 * (1 - space.blue));
  wanted[2] = 128 + chroma * (rgb[0] - luma) / (2 * (1 - space.red));
}

/* Returns the mean of the pixels under a chroma sample; for interlaced pictures, of one field only. */
static double mean_at(const pic_intake *in, pic_space space, int part, int x, int y) {
  double sum = 0, wanted[3];
  int count = 0;
  bool two_fields = in->interlaced && in->samples[1].down == 0;
  int first = two_fields ? y / 2 * 4 + y % 2 : 2 * y, second = first + (two_fields ? 2 : 1);
  for (int row = first; row <= second && row < in->height; row += second - first) {
    for (int column = 2 * x; column < 2 * x + 2 && column < in->width; column++) {
      wanted_at(in, space, column, row, wanted);
      sum += wanted[part];
      count++;
    }
  }
  return sum / count;
}

static double off_by(double wanted, int found) { return fabs(fmax(0, fmin(255, wanted)) - found); }

static double worst(const pic_picture *out, const pic_intake *in, pic_space space, int part) {
  double found = 0, wanted[3];
  for (int y = 0; y < check_height(out, part); y++) {
    for (int x = 0; x < check_width(out, part); x++) {
      if (part == 0) wanted_at(in, space, x, y, wanted);
      double exact = part == 0 ? wanted[0] : mean_at(in, space, part, x, y);
      found = fmax(found, off_by(exact, *check_sample(out, part, x, y)));
    }
  }
  return found;
}

/* Returns whether the padding was left unchanged. */
static bool spares_padding(const pic_picture *before, const pic_picture *after, int padding) {
  for (int plane = 0; plane < (after->interleaved ? 2 : 3); plane++) {
    for (int row = 0; row < check_height(after, plane); row++) {
      ptrdiff_t end = (ptrdiff_t)(row + 1) * after->stride[plane] - padding;
      if (memcmp(before->plane[plane] + end, after->plane[plane] + end, (size_t)padding) != 0) return false;
    }
  }
  return true;
}

/* Rounding costs half a step; weights have 15 bits. */
static double allowed(pic_intake_kind kind) { return kind == PIC_YCBCR ? 0.5 : 0.52; }

static void check_intake(const layout *layout, const int *size, int index) {
  int padding = index % 3 * 5;
  pic_space space = spaces[index % 5];
  pic_intake in = make(layout, size[0], size[1], padding);
  in.full_range = index % 4 < 3;
  in.interlaced = size[1] % 4 == 0 && index % 2 == 1;
  pic_picture out = check_picture(size[0], size[1], index / 2 % 2, 3), before = check_copy(&out);
  pic_take(&out, &in, space);
  for (int part = 0; part < 3; part++) {
    double found = worst(&out, &in, space, part);
    check(found <= allowed(in.kind), "%s of %dx%d, number %d: part %d is off by %g", layout->name, size[0], size[1], index, part, found);
  }
  check(spares_padding(&before, &out, 3), "%s of %dx%d is written beyond its rows", layout->name, size[0], size[1]);
  drop(&in);
  check_drop(&out);
  check_drop(&before);
}

void check_intakes(void) {
  for (int index = 0; index < LAYOUTS * SIZES * 20; index++) {
    check_intake(&layouts[index % LAYOUTS], sizes[index / LAYOUTS % SIZES], index / LAYOUTS / SIZES);
  }
}
