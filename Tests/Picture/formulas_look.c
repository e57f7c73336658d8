/* Compares looks with tetrahedral interpolation in double precision, and colours with the matrices. */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 33 };

static const pic_space spaces[] = {{0.299, 0.114, false}, {0.299, 0.114, true}, {0.2126, 0.0722, false},
                                   {0.2126, 0.0722, true}, {0.2627, 0.0593, false}, {0.2627, 0.0593, true}};

static double limited(double value) { return fmax(0, fmin(255, value)); }

static void to_rgb(pic_space space, const double *sample, double *rgb) {
  double y = (sample[0] - (space.full_range ? 0 : 16)) / (space.full_range ? 255 : 219);
  double cb = (sample[1] - 128) / (space.full_range ? 255 : 224), cr = (sample[2] - 128) / (space.full_range ? 255 : 224);
  rgb[0] = y + 2 * (1 - space.red) * cr;
  rgb[2] = y + 2 * (1 - space.blue) * cb;
  rgb[1] = (y - space.red * rgb[0] - space.blue * rgb[2]) / (1 - space.red - space.blue);
}

static void from_rgb(pic_space space, const double *rgb, double *sample) {
  double y = space.red * rgb[0] + (1 - space.red - space.blue) * rgb[1] + space.blue * rgb[2];
  double range = space.full_range ? 255 : 224;
  sample[0] = limited((space.full_range ? 0 : 16) + (space.full_range ? 255 : 219) * y);
  sample[1] = limited(128 + range * (rgb[2] - y) / (2 * (1 - space.blue)));
  sample[2] = limited(128 + range * (rgb[0] - y) / (2 * (1 - space.red)));
}

static const float *point(const float *lattice, int r, int g, int b) {
  return lattice + 3 * (r + SIDE * (g + (ptrdiff_t)SIDE * b));
}

/* Looks a colour up in a lattice. Each of the six tetrahedra of a cell has a case of its own. */
static void look_up(const float *lattice, const double *rgb, double *found) {
  double r = rgb[0] * (SIDE - 1), g = rgb[1] * (SIDE - 1), b = rgb[2] * (SIDE - 1);
  int i = (int)fmin(r, SIDE - 2), j = (int)fmin(g, SIDE - 2), k = (int)fmin(b, SIDE - 2);
  r -= i, g -= j, b -= k;
  for (int channel = 0; channel < 3; channel++) {
#define P(x, y, z) (double)point(lattice, i + x, j + y, k + z)[channel]
    double low = P(0, 0, 0), high = P(1, 1, 1);
    if (r >= g && g >= b) found[channel] = low + r * (P(1, 0, 0) - low) + g * (P(1, 1, 0) - P(1, 0, 0)) + b * (high - P(1, 1, 0));
    else if (r >= b && b >= g) found[channel] = low + r * (P(1, 0, 0) - low) + b * (P(1, 0, 1) - P(1, 0, 0)) + g * (high - P(1, 0, 1));
    else if (b >= r && r >= g) found[channel] = low + b * (P(0, 0, 1) - low) + r * (P(1, 0, 1) - P(0, 0, 1)) + g * (high - P(1, 0, 1));
    else if (g >= r && r >= b) found[channel] = low + g * (P(0, 1, 0) - low) + r * (P(1, 1, 0) - P(0, 1, 0)) + b * (high - P(1, 1, 0));
    else if (g >= b && b >= r) found[channel] = low + g * (P(0, 1, 0) - low) + b * (P(0, 1, 1) - P(0, 1, 0)) + r * (high - P(0, 1, 1));
    else found[channel] = low + b * (P(0, 0, 1) - low) + g * (P(0, 1, 1) - P(0, 0, 1)) + r * (high - P(0, 1, 1));
#undef P
  }
}

/* Smooth looks: unchanged, more colour and contrast, a warm tone, shadows and lights of different colours, grey. */
static void tone(int kind, const double *in, double *out) {
  double luma = 0.2126 * in[0] + 0.7152 * in[1] + 0.0722 * in[2];
  for (int channel = 0; channel < 3; channel++) {
    double value = in[channel], saturated = luma + (value - luma) * 1.25;
    const double gain[] = {1.06, 1, 0.9}, gamma[] = {0.9, 1, 1.12};
    out[channel] = kind == 0   ? value
                   : kind == 1 ? saturated + 0.06 * sin(2 * M_PI * (saturated - 0.5))
                   : kind == 2 ? gain[channel] * pow(value, gamma[channel])
                   : kind == 3 ? value + (channel - 1) * 0.12 * cos(M_PI * luma)
                               : pow(luma, 1.1);
  }
}

static float *lattice_of(int kind) {
  float *lattice = malloc(sizeof(float) * 3 * SIDE * SIDE * SIDE);
  if (!lattice) exit(2);
  for (int index = 0; index < SIDE * SIDE * SIDE; index++) {
    double in[] = {index % SIDE / (SIDE - 1.0), index / SIDE % SIDE / (SIDE - 1.0), index / SIDE / SIDE / (SIDE - 1.0)}, out[3];
    tone(kind, in, out);
    for (int channel = 0; channel < 3; channel++) lattice[3 * index + channel] = (float)out[channel];
  }
  return lattice;
}

/* Paints random screen colours, one per chroma sample, with luma that differs slightly between pixels. */
static void paint(const pic_picture *picture, pic_space space) {
  for (int y = 0; y < check_height(picture, 1); y++) {
    for (int x = 0; x < check_width(picture, 1); x++) {
      double rgb[] = {check_between(0, 1), check_between(0, 1), check_between(0, 1)}, sample[3];
      from_rgb(space, rgb, sample);
      *check_sample(picture, 1, x, y) = (uint8_t)lround(sample[1]);
      *check_sample(picture, 2, x, y) = (uint8_t)lround(sample[2]);
      for (int pixel = 0; pixel < 4; pixel++) {
        int column = 2 * x + pixel % 2, row = 2 * y + pixel / 2;
        if (column >= picture->width || row >= picture->height) continue;
        *check_sample(picture, 0, column, row) = (uint8_t)lround(limited(sample[0] + check_between(-4, 4)));
      }
    }
  }
}

/* Computes the rounded result for a sample. Returns false if a screen cannot show the colour. */
static bool exact(const float *lattice, pic_space space, const double *sample, double *found) {
  double rgb[3], result[3];
  to_rgb(space, sample, rgb);
  for (int channel = 0; channel < 3; channel++) {
    if (rgb[channel] < 0 || rgb[channel] > 1) return false;
  }
  look_up(lattice, rgb, result);
  from_rgb(space, result, found);
  for (int part = 0; part < 3; part++) found[part] = round(found[part]);
  return true;
}

static double mean_luma(const pic_picture *in, int x, int y) {
  double sum = 0;
  for (int pixel = 0; pixel < 4; pixel++) {
    int column = 2 * x + pixel % 2, row = 2 * y + pixel / 2;
    sum += *check_sample(in, 0, column < in->width ? column : in->width - 1, row < in->height ? row : in->height - 1);
  }
  return sum / 4;
}

/* Returns the PSNR of one component in dB: 10 log (255 squared / mean square error). */
static double quality(const float *lattice, pic_space space, const pic_picture *in, const pic_picture *out, int part) {
  double squares = 1e-9, count = 0, wanted[3];
  for (int y = 0; y < check_height(in, part); y++) {
    for (int x = 0; x < check_width(in, part); x++) {
      int half = part > 0 ? 1 : 2;
      double sample[] = {part ? mean_luma(in, x, y) : *check_sample(in, 0, x, y), *check_sample(in, 1, x / half, y / half),
                         *check_sample(in, 2, x / half, y / half)};
      if (!exact(lattice, space, sample, wanted)) continue;
      squares += pow(wanted[part] - *check_sample(out, part, x, y), 2);
      count++;
    }
  }
  return 10 * log10(255 * 255 * count / squares);
}

static void draw_whole(const pic_picture *out, const pic_picture *in, pic_look *look) {
  pic_layer layer = {0, {0, 0, 0, 0}, {0, 0, in->width, in->height}, 255, NULL, look};
  pic_colour colour;
  pic_colour_set(&colour, spaces[0], spaces[0]);
  pic_drawing *drawing = pic_drawing_make(&layer, in->width, in->height, out->width, out->height);
  pic_draw(drawing, out, in, &colour);
  pic_drawing_drop(drawing);
}

void check_looks(void) {
  for (int index = 0; index < 5 * 4; index++) {
    int kind = index % 5;
    pic_space space = spaces[index / 5];
    float *lattice = lattice_of(kind);
    pic_look *look = pic_look_make(lattice, SIDE, space);
    pic_picture in = check_picture(index / 5 ? 401 : 400, index / 5 ? 301 : 300, index % 2, 1);
    pic_picture out = check_picture(in.width, in.height, index / 5 % 2, 0);
    paint(&in, space);
    draw_whole(&out, &in, look);
    for (int part = 0; part < 3; part++) {
      double found = quality(lattice, space, &in, &out, part);
      check(found >= (kind ? 60 : 100), "look %d in space %d: part %d is at %.1f dB", kind, index / 5, part, found);
      if (getenv("CHECK_FIGURES")) printf("look %d, space %d, part %d: %.1f dB\n", kind, index / 5, part, found);
    }
    pic_look_drop(look);
    free(lattice);
    check_drop(&in);
    check_drop(&out);
  }
}

static double off_by(pic_space from, pic_space to, const int *sample) {
  uint8_t y[2] = {(uint8_t)sample[0], (uint8_t)sample[0]}, u = (uint8_t)sample[1], v = (uint8_t)sample[2], out[2], out_u, out_v;
  int16_t shares[2];
  double rgb[3], wanted[3], plain[] = {sample[0], sample[1], sample[2]};
  pic_colour colour;
  pic_colour_set(&colour, from, to);
  pic_colour_shares(&colour, &u, &v, 1, shares);
  pic_colour_luma(&colour, y, shares, 2, out);
  pic_colour_chroma(&colour, &u, &v, 1, &out_u, &out_v);
  to_rgb(from, plain, rgb);
  from_rgb(to, rgb, wanted);
  return fmax(fabs(wanted[0] - out[1]), fmax(fabs(wanted[1] - out_u), fabs(wanted[2] - out_v)));
}

void check_colours(void) {
  for (int pair = 0; pair < 36; pair++) {
    double worst = 0;
    for (int index = 0; index < 18 * 18 * 18; index++) {
      int sample[] = {index % 18 * 15, index / 18 % 18 * 15, index / 324 * 15};
      if (pair % 6 != pair / 6) worst = fmax(worst, off_by(spaces[pair % 6], spaces[pair / 6], sample));
    }
    check(worst <= 1, "colours from space %d to %d are off by %g", pair % 6, pair / 6, worst);
  }
}
