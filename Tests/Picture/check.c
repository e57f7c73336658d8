#include "check.h"

#include <stdlib.h>
#include <string.h>

static uint64_t state = 1;

unsigned check_random(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33);
}

double check_between(double low, double high) { return low + (high - low) * check_random() / 2147483648.0; }

int check_width(const pic_picture *picture, int component) {
  return component > 0 ? (picture->width + 1) / 2 : picture->width;
}

int check_height(const pic_picture *picture, int component) {
  return component > 0 ? (picture->height + 1) / 2 : picture->height;
}

uint8_t *check_sample(const pic_picture *picture, int component, int x, int y) {
  int plane = picture->interleaved && component > 0 ? 1 : component;
  int at = picture->interleaved && component > 0 ? 2 * x + component - 1 : x;
  return picture->plane[plane] + (ptrdiff_t)y * picture->stride[plane] + at;
}

static size_t bytes_of(const pic_picture *picture, int plane) {
  return (size_t)picture->stride[plane] * (size_t)check_height(picture, plane);
}

pic_picture check_picture(int width, int height, bool interleaved, int padding) {
  pic_picture picture = {{NULL}, {0}, width, height, interleaved};
  for (int plane = 0; plane < (interleaved ? 2 : 3); plane++) {
    picture.stride[plane] = check_width(&picture, plane) * (interleaved && plane > 0 ? 2 : 1) + padding;
    picture.plane[plane] = malloc(bytes_of(&picture, plane));
    if (!picture.plane[plane]) exit(2);
    for (size_t index = 0; index < bytes_of(&picture, plane); index++) picture.plane[plane][index] = (uint8_t)check_random();
  }
  return picture;
}

pic_picture check_copy(const pic_picture *picture) {
  pic_picture copy = *picture;
  for (int plane = 0; plane < (picture->interleaved ? 2 : 3); plane++) {
    copy.plane[plane] = malloc(bytes_of(picture, plane));
    if (!copy.plane[plane]) exit(2);
    memcpy(copy.plane[plane], picture->plane[plane], bytes_of(picture, plane));
  }
  return copy;
}

void check_drop(pic_picture *picture) {
  for (int plane = 0; plane < 3; plane++) free(picture->plane[plane]);
}
