/* Checks of transitions and bars. */
#include "check.h"

#include <math.h>

static double limited(double value, double low, double high) { return fmax(low, fmin(high, value)); }

/* The header's formula at a position in pixels. A chroma sample has `size` 2. */
static double share_at(const pic_transition *told, double width, double height, double x, double y, double size) {
  double soft = told->softness, ramp = fmax(soft, 1), edge, distance;
  if (told->effect == PIC_DISSOLVE) return told->share;
  if (told->effect == PIC_CIRCLE) {
    double farthest = 0;
    for (int corner = 0; corner < 4; corner++) {
      farthest = fmax(farthest, hypot(corner % 2 * width - told->x, corner / 2 * height - told->y));
    }
    edge = told->share * (farthest + ramp) - ramp / 2;
    distance = hypot(x - told->x, y - told->y);
  } else {
    double least = INFINITY, most = -INFINITY;
    for (int corner = 0; corner < 4; corner++) {
      double along = corner % 2 * width * told->x + corner / 2 * height * told->y;
      least = fmin(least, along), most = fmax(most, along);
    }
    edge = least - soft / 2 + told->share * (most - least + soft);
    distance = x * told->x + y * told->y;
  }
  double share = limited((edge - distance) / fmax(soft, size) + 0.5, 0, 1);
  return soft > 1 ? share * share * (3 - 2 * share) : share;
}

static void check_transition(const pic_transition *told, const pic_picture *first, const pic_picture *second) {
  pic_picture out = check_picture(first->width, first->height, first->interleaved, 3), same = check_copy(first);
  pic_transit(&out, first, second, told);
  pic_transit(&same, &same, second, told);
  for (int part = 0; part < 3; part++) {
    double size = part > 0 ? 2 : 1, worst = 0;
    for (int y = 0; y < check_height(&out, part); y++) {
      for (int x = 0; x < check_width(&out, part); x++) {
        double share = share_at(told, out.width, out.height, (x + 0.5) * size, (y + 0.5) * size, size);
        double a = *check_sample(first, part, x, y), b = *check_sample(second, part, x, y);
        worst = fmax(worst, fabs(a + (b - a) * share - *check_sample(&out, part, x, y)));
        check(*check_sample(&out, part, x, y) == *check_sample(&same, part, x, y), "in its place: %d %d", x, y);
      }
    }
    check(worst <= 1, "effect %d, share %g, direction %g %g, softness %g, %dx%d: part %d is off by %g", told->effect,
          told->share, told->x, told->y, told->softness, out.width, out.height, part, worst);
  }
  check_drop(&out);
  check_drop(&same);
}

void check_transitions(void) {
  const int sizes[][2] = {{64, 48}, {37, 23}, {1, 1}, {1, 9}, {300, 5}};
  const double shares[] = {0, 0.001, 0.25, 0.5, 0.7321, 0.999, 1}, softness[] = {0, 1, 7.5, 90};
  for (int index = 0; index < 5 * 2 * 7 * 4; index++) {
    int width = sizes[index % 5][0], height = sizes[index % 5][1];
    pic_picture first = check_picture(width, height, index / 5 % 2, 0), second = check_picture(width, height, index / 5 % 2, 7);
    double share = shares[index / 10 % 7], soft = softness[index / 70];
    const double ways[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {M_SQRT1_2, M_SQRT1_2}, {-0.6, 0.8}};
    for (int way = 0; way < 6; way++) {
      check_transition(&(pic_transition){PIC_WIPE, share, ways[way][0], ways[way][1], soft}, &first, &second);
    }
    check_transition(&(pic_transition){PIC_DISSOLVE, share, 0, 0, 0}, &first, &second);
    check_transition(&(pic_transition){PIC_CIRCLE, share, width / 2.0, height / 2.0, soft}, &first, &second);
    check_transition(&(pic_transition){PIC_CIRCLE, share, width * 0.3 + 0.2, height * 1.4, soft}, &first, &second);
    check_drop(&first);
    check_drop(&second);
  }
}

/* Returns the share of a canvas sample that lies in begin..<end. */
static double covered(double begin, double end, int sample, int size, int length) {
  double from = sample * size, to = fmin(from + size, length);
  return fmax(0, fmin(to, end) - fmax(from, begin)) / (to - from);
}

static void check_bar(const pic_bar *bar, int width, int height, bool interleaved) {
  pic_picture before = check_picture(width, height, interleaved, 5), out = check_copy(&before);
  const int paint[] = {bar->paint.y, bar->paint.u, bar->paint.v};
  pic_draw_bar(&out, bar);
  for (int part = 0; part < 3; part++) {
    int size = part > 0 ? 2 : 1;
    double worst = 0;
    for (int y = 0; y < check_height(&out, part); y++) {
      for (int x = 0; x < check_width(&out, part); x++) {
        double share = covered(bar->target.x, bar->target.x + bar->target.width, x, size, width) *
                       covered(bar->target.y, bar->target.y + bar->target.height, y, size, height) * bar->opacity / 255;
        double old = *check_sample(&before, part, x, y);
        worst = fmax(worst, fabs(old + (paint[part] - old) * share - *check_sample(&out, part, x, y)));
      }
    }
    check(worst <= 1, "bar at %g %g, %g x %g, opacity %d: part %d is off by %g", bar->target.x, bar->target.y,
          bar->target.width, bar->target.height, bar->opacity, part, worst);
  }
  check_drop(&before);
  check_drop(&out);
}

void check_bars(void) {
  const pic_rect targets[] = {{3, 5, 10, 4}, {3.25, 5.5, 10.5, 0.75}, {2.4, -3, 0.2, 90}, {-4, -4, 99, 99}, {36.5, 22.5, 9, 9},
                              {4, 4, 2, 2}, {7, 7, 1, 1}, {50, 3, 4, 4}, {3, 3, 0, 4}};
  for (int index = 0; index < 9 * 2 * 2; index++) {
    pic_bar bar = {targets[index % 9], {235, 90, 200}, index / 9 % 2 ? 255 : 100};
    check_bar(&bar, 37, 23, index / 18);
  }
}
