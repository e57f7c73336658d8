#include "image.h"

#include <stdlib.h>
#include <string.h>

/* The context's pixels, which the image takes over: they are drawn where they stay. */
static const cairo_user_data_key_t pixels_key;

cairo_t *image_begin(int width, int height) {
  if (width < 1 || height < 1 || width > LETTERING_LARGEST || height > LETTERING_LARGEST) return NULL;
  uint32_t *pixels = calloc((size_t)width * (size_t)height, sizeof *pixels);
  if (!pixels) return NULL;
  int stride = width * (int)sizeof *pixels;
  cairo_surface_t *surface =
    cairo_image_surface_create_for_data((unsigned char *)pixels, CAIRO_FORMAT_ARGB32, width, height, stride);
  cairo_t *context = cairo_create(surface);
  cairo_surface_destroy(surface);
  if (cairo_set_user_data(context, &pixels_key, pixels, NULL) == CAIRO_STATUS_SUCCESS &&
      cairo_status(context) == CAIRO_STATUS_SUCCESS) {
    return context;
  }
  cairo_destroy(context);
  free(pixels);
  return NULL;
}

lettering_image *image_end(cairo_t *context) {
  if (!context) return NULL;
  uint32_t *pixels = cairo_get_user_data(context, &pixels_key);
  lettering_image *image = cairo_status(context) == CAIRO_STATUS_SUCCESS ? calloc(1, sizeof *image) : NULL;
  if (image) {
    cairo_surface_t *surface = cairo_get_target(context);
    cairo_surface_flush(surface);
    int width = cairo_image_surface_get_width(surface), height = cairo_image_surface_get_height(surface);
    *image = (lettering_image){width, height, 0, width, height, pixels};
  }
  cairo_destroy(context);
  if (!image) free(pixels);
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
