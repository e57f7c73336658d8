/* Draws random layouts with the kernels, built with the address and undefined-behaviour sanitizers. Usage: random_layouts COUNT
   SEED. Planes have exactly the necessary size. The bytes between the rows of the output must stay unchanged. */
#include <math.h>
#include <picture.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_SIDE = 97, LAYERS = 4, UNTOUCHED = 0xA5 };

static uint64_t state;

static uint32_t next(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33);
}

static int below(int limit) { return (int)(next() % (uint32_t)limit); }

static double between(double low, double high) { return low + (high - low) * (double)next() / 2147483648.0; }

static int rows_of(const pic_picture *picture, int plane) { return plane ? (picture->height + 1) / 2 : picture->height; }

static int bytes_of(const pic_picture *picture, int plane) {
  return plane == 0 ? picture->width : (picture->width + 1) / 2 * (picture->interleaved ? 2 : 1);
}

static int planes_of(const pic_picture *picture) { return picture->interleaved ? 2 : 3; }

static pic_picture random_picture(void) {
  pic_picture picture = {{NULL}, {0}, 1 + below(LARGEST_SIDE), 1 + below(LARGEST_SIDE), below(2)};
  if (below(6) == 0) picture.width = 1;
  if (below(6) == 0) picture.height = 1;
  for (int plane = 0; plane < planes_of(&picture); plane++) {
    picture.stride[plane] = bytes_of(&picture, plane) + below(2) * below(40);
    size_t size = (size_t)picture.stride[plane] * (size_t)(rows_of(&picture, plane) - 1) + (size_t)bytes_of(&picture, plane);
    picture.plane[plane] = malloc(size);
    if (!picture.plane[plane]) exit(2);
    memset(picture.plane[plane], UNTOUCHED, size);
    for (size_t index = 0; index < size; index += 1 + next() % 5) picture.plane[plane][index] = (uint8_t)next();
  }
  return picture;
}

static void clear_between_rows(pic_picture *picture, int plane) {
  for (int row = 0; row + 1 < rows_of(picture, plane); row++) {
    uint8_t *end = picture->plane[plane] + (size_t)row * (size_t)picture->stride[plane] + bytes_of(picture, plane);
    memset(end, UNTOUCHED, (size_t)(picture->stride[plane] - bytes_of(picture, plane)));
  }
}

static int touched_between_rows(const pic_picture *picture, int plane) {
  for (int row = 0; row + 1 < rows_of(picture, plane); row++) {
    const uint8_t *end = picture->plane[plane] + (size_t)row * (size_t)picture->stride[plane];
    for (int byte = bytes_of(picture, plane); byte < picture->stride[plane]; byte++) {
      if (end[byte] != UNTOUCHED) return 1;
    }
  }
  return 0;
}

static void drop(pic_picture *picture) {
  for (int plane = 0; plane < planes_of(picture); plane++) free(picture->plane[plane]);
}

static double odd_number(void) {
  const double odd[] = {0, 1, -1, NAN, INFINITY, -INFINITY, 1e9, -1e9, 1e-9, 0.5, 1e300};
  return odd[below((int)(sizeof odd / sizeof *odd))];
}

static pic_rect random_rectangle(int width, int height) {
  pic_rect rectangle = {between(-width, 2.0 * width), between(-height, 2.0 * height), between(0, 2.0 * width),
                        between(0, 2.0 * height)};
  if (below(2)) {
    rectangle = (pic_rect){floor(rectangle.x), floor(rectangle.y), floor(rectangle.width), floor(rectangle.height)};
  }
  if (below(8) == 0) rectangle.width = rectangle.height = 1;
  if (below(8) == 0) rectangle = (pic_rect){0, 0, width, height};
  if (below(16) == 0) *(&rectangle.x + below(4)) = odd_number();
  return rectangle;
}

static pic_frame random_frame(void) {
  pic_frame frame = {between(0, 40), between(0, 9), between(0, 20), between(-9, 9), between(0, 1),
                     {(uint8_t)next(), (uint8_t)next(), (uint8_t)next()}, {(uint8_t)next(), (uint8_t)next(), (uint8_t)next()}};
  if (below(3) == 0) frame.radius = 0;
  if (below(3) == 0) frame.border = 0;
  if (below(3) == 0) frame.shadow = 0;
  return frame;
}

static pic_space random_space(void) {
  const pic_space spaces[] = {{0.299, 0.114, false}, {0.299, 0.114, true}, {0.2126, 0.0722, false}, {0.2126, 0.0722, true},
                              {0.2627, 0.0593, false}};
  return spaces[below(5)];
}

/* Returns a look with a lattice of noise: 2, 3 or 5 points along each axis. Used rarely, because it is slow to make. */
static pic_look *random_look(void) {
  static pic_look *last;
  if (last && below(200)) return pic_look_keep(last);
  pic_look_drop(last);
  const int sides[] = {2, 3, 5};
  int side = sides[below(3)];
  float points[3 * 5 * 5 * 5];
  for (int index = 0; index < 3 * side * side * side; index++) points[index] = (float)between(-1, 2);
  if (below(4) == 0) points[below(24)] = (float)odd_number();
  last = pic_look_make(points, side, random_space());
  if (!last) exit(2);
  return pic_look_keep(last);
}

static void draw_layer(const pic_picture *out) {
  pic_picture in = random_picture();
  pic_layer layer = {0, random_rectangle(in.width, in.height), random_rectangle(out->width, out->height), 255, NULL, NULL};
  if (below(3) == 0) layer.opacity = below(300) - 20;
  if (below(2)) layer.source = (pic_rect){0, 0, 0, 0};
  if (below(2)) layer.mask = pic_mask_make(below(9) ? layer.target : random_rectangle(9, 9), random_frame());
  if (below(3) == 0) layer.look = random_look();
  pic_colour colour;
  pic_colour_set(&colour, random_space(), random_space());
  pic_drawing *drawing = pic_drawing_make(&layer, in.width, in.height, out->width, out->height);
  if (!drawing) exit(2);
  pic_draw(drawing, out, &in, &colour);
  pic_drawing_drop(drawing);
  pic_mask_drop(layer.mask);
  pic_look_drop(layer.look);
  drop(&in);
}

static pic_picture of_its_kind(const pic_picture *other) {
  pic_picture picture;
  do {
    picture = random_picture();
    if (picture.interleaved == other->interleaved) break;
    drop(&picture);
  } while (1);
  return picture;
}

/* Draws a transition over another picture of the same kind, cut to the size of `out`. Skips a smaller picture. */
static void draw_transition(const pic_picture *out) {
  pic_picture second = of_its_kind(out);
  if (second.width >= out->width && second.height >= out->height) {
    second.width = out->width, second.height = out->height;
    pic_transition told = {(pic_effect)below(3), between(-0.2, 1.2), between(-99, 99), between(-99, 99), between(-9, 99)};
    if (below(8) == 0) *(&told.share + below(4)) = odd_number();
    pic_transit(out, out, &second, &told);
  }
  drop(&second);
}

static void draw_bar(const pic_picture *out) {
  pic_bar bar = {random_rectangle(out->width, out->height), {(uint8_t)next(), (uint8_t)next(), (uint8_t)next()}, below(300) - 20};
  pic_draw_bar(out, &bar);
}

int main(int count, char **words) {
  long rounds = count > 1 ? atol(words[1]) : 10000;
  state = count > 2 ? strtoull(words[2], NULL, 10) : 1;
  for (long round = 0; round < rounds; round++) {
    uint64_t seed = state;
    pic_picture out = random_picture();
    for (int plane = 0; plane < planes_of(&out); plane++) clear_between_rows(&out, plane);
    pic_fill(&out, (pic_background)below(3), below(2));
    for (int layer = below(LAYERS) + 1; layer > 0; layer--) draw_layer(&out);
    if (below(2)) draw_transition(&out);
    if (below(2)) draw_bar(&out);
    for (int plane = 0; plane < planes_of(&out); plane++) {
      if (!touched_between_rows(&out, plane)) continue;
      printf("layout %ld (seed %llu): a byte between the rows of plane %d was written\n", round, (unsigned long long)seed, plane);
      return 1;
    }
    drop(&out);
  }
  printf("%ld layouts drawn\n", rounds);
  return 0;
}
