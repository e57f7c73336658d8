#ifndef DUALCAM_LOOK_TABLE_H
#define DUALCAM_LOOK_TABLE_H

#include "look.h"

/* Cells of 8 x 8 in the plane of U and V, a column over each: the four corners of a cell lie together. A unit of the tables is
   a 64th. */
enum {
  CELL_BITS = 3, CELL = 1 << CELL_BITS, CELLS = 256 / CELL, CORNERS = 4,
  LUMA_STEP = 4, LUMA_NODES = 256 / LUMA_STEP + 1,
  CHROMA_BITS = 3, CHROMA_STEP = 1 << CHROMA_BITS, CHROMA_NODES = 256 / CHROMA_STEP + 1,
  /* The mean of four pixels is looked up by their sum. */
  SUM_BITS = CHROMA_BITS + 2, SUM_STEP = 1 << SUM_BITS,
  UNIT_BITS = 6, LOWEST = -32768, HIGHEST = 32767,
  LUMA_SHIFT = UNIT_BITS + 2 * CELL_BITS, CHROMA_SHIFT = UNIT_BITS + 2 * CELL_BITS + SUM_BITS
};

struct pic_look {
  int references;
  int16_t weight[CELL * CELL][2 * CORNERS] __attribute__((aligned(16)));
  int16_t luma[CELLS * CELLS][256][CORNERS] __attribute__((aligned(16)));
  int16_t chroma[CELLS * CELLS][CHROMA_NODES][2 * CORNERS] __attribute__((aligned(16)));
};

#endif
