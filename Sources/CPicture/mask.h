#ifndef DUALCAM_MASK_H
#define DUALCAM_MASK_H

#include "picture.h"

/* Weights of one plane: out = (main * main + inset * inset + constant) / 255, for each stored sample. */
typedef struct pic_weights {
  uint8_t *main, *inset;
  uint16_t *constant; /* chroma has a second one for V behind the first */
} pic_weights;

/* Of the area that the frame changes only corners and edges are stored: between the tiles lie two columns and two rows of
   samples that are repeated. All lengths are even, so that chroma samples lie whole in a tile. */
struct pic_mask {
  int references;
  double phase_x, phase_y, target_width, target_height;
  int outset;                   /* from the area's corner to the even pixel at or before the target's corner */
  int width, height;            /* of the area */
  int left, right, top, bottom; /* of the tiles; right and bottom are 0 where the area is stored whole */
  int columns, rows;            /* stored */
  pic_weights luma, chroma;
};

/* The even pixel at or before. */
int pic_even_floor(double value);
/* Where a line of the area is stored. */
int pic_mask_row(const pic_mask *mask, int row);
int pic_mask_column(const pic_mask *mask, int column);

#endif
