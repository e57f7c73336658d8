#include "image.h"

#include <stdlib.h>
#include <string.h>

cairo_t *image_begin(int width, int height) {
  if (width < 1 || height < 1 || width > LETTERING_LARGEST || height > LETTERING_LARGEST) return NULL;
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *context = cairo_create(surface);
  cairo_surface_destroy(surface);
  if (cairo_status(context) == CAIRO_STATUS_SUCCESS) return context;
  cairo_destroy(context);
  return NULL;
}

static lettering_image *copy_of(cairo_surface_t *surface) {
  int width = cairo_image_surface_get_width(surface), height = cairo_image_surface_get_height(surface);
  lettering_image *image = calloc(1, sizeof *image);
  uint32_t *pixels = malloc((size_t)width * (size_t)height * sizeof *pixels);
  if (!image || !pixels) {
    free(image);
    free(pixels);
    return NULL;
  }
  *image = (lettering_image){width, height, 0, width, height, pixels};
  const unsigned char *rows = cairo_image_surface_get_data(surface);
  size_t stride = (size_t)cairo_image_surface_get_stride(surface), line = (size_t)width * sizeof *pixels;
  for (int row = 0; row < height; row++) memcpy(pixels + (size_t)row * (size_t)width, rows + (size_t)row * stride, line);
  return image;
}

lettering_image *image_end(cairo_t *context) {
  if (!context) return NULL;
  cairo_surface_t *surface = cairo_get_target(context);
  cairo_surface_flush(surface);
  lettering_image *image = cairo_status(context) == CAIRO_STATUS_SUCCESS ? copy_of(surface) : NULL;
  cairo_destroy(context);
  return image;
}

lettering_image *lettering_copy(const uint32_t *pixels, int width, int height) {
  lettering_image *image = image_end(image_begin(width, height));
  if (image) memcpy(image->pixels, pixels, (size_t)width * (size_t)height * sizeof *pixels);
  return image;
}

void lettering_drop(lettering_image *image) {
  if (!image) return;
  free(image->pixels);
  free(image);
}
