#ifndef DUALCAM_LETTERING_IMAGE_H
#define DUALCAM_LETTERING_IMAGE_H

#include "lettering.h"

#include <cairo.h>

enum { LETTERING_LARGEST = 16384 };

/* A clear picture to draw on; NULL where it cannot be. */
cairo_t *image_begin(int width, int height);
/* What was drawn; takes the context, which may be NULL. */
lettering_image *image_end(cairo_t *context);

#endif
