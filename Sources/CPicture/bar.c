#include "picture.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Shares of the bar are 0...256. */
enum { ALL = 256, HALF = ALL / 2 };

/* One direction of one plane: samples `from`..<`to` have a part of the bar, all but the first and the last the same. */
typedef struct extent {
  int from, to, step, length;
  double begin, end; /* in pixels, cut to the canvas */
} extent;

static extent extent_of(double begin, double size, int length, int step) {
  extent found = {0, 0, step, length, fmax(0, begin), fmin(length, begin + size)};
  if (!(size > 0 && found.end > found.begin) || isnan(begin)) return found;
  found.from = (int)floor(found.begin / step);
  found.to = (int)ceil(found.end / step);
  return found;
}

/* How much of a sample the bar covers; of a sample that leaves the canvas only what lies on it counts. */
static double covered(const extent *extent, int sample) {
  double begin = sample * extent->step, end = fmin(begin + extent->step, extent->length);
  return fmax(0, fmin(end, extent->end) - fmax(begin, extent->begin)) / (end - begin);
}

/* `count` samples, `apart` from each other, become the paint by their share. */
static void paint_over(uint8_t *out, int count, int apart, uint8_t paint, int share) {
  int constant = paint * share + HALF, rest = ALL - share;
  if (share == ALL && apart == 1 && count > 0) {
    memset(out, paint, (size_t)count);
    return;
  }
  for (int x = 0; x < count; x++) out[x * apart] = (uint8_t)((out[x * apart] * rest + constant) / ALL);
}

static int share_of(double covered) { return (int)lround(covered * ALL); }

static void paint_row(uint8_t *row, int apart, const extent *across, uint8_t paint, double share) {
  int last = across->to - 1;
  paint_over(row + across->from * apart, 1, apart, paint, share_of(share * covered(across, across->from)));
  if (last == across->from) return;
  paint_over(row + (across->from + 1) * apart, last - across->from - 1, apart, paint, share_of(share));
  paint_over(row + last * apart, 1, apart, paint, share_of(share * covered(across, last)));
}

void pic_draw_bar(const pic_picture *out, const pic_bar *bar) {
  double opacity = fmax(0, fmin(255, bar->opacity)) / 255;
  const uint8_t paints[3] = {bar->paint.y, bar->paint.u, bar->paint.v};
  for (int sample = 0; sample < 3; sample++) {
    int step = sample > 0 ? 2 : 1, apart = sample > 0 && out->interleaved ? 2 : 1;
    int plane = apart == 2 ? 1 : sample, offset = apart == 2 ? sample - 1 : 0;
    extent across = extent_of(bar->target.x, bar->target.width, out->width, step);
    extent down = extent_of(bar->target.y, bar->target.height, out->height, step);
    for (int row = down.from; row < down.to && across.to > across.from; row++) {
      uint8_t *line = out->plane[plane] + (ptrdiff_t)row * out->stride[plane] + offset;
      paint_row(line, apart, &across, paints[sample], opacity * covered(&down, row));
    }
  }
}
