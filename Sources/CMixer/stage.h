#ifndef DUALCAM_STAGE_H
#define DUALCAM_STAGE_H

#include "scene.h"

/* Where scenes are drawn: the tables of the last frame's layers, and the second picture of a transition. For one thread. */
typedef struct stage {
  pic_drawing **drawings;
  int count;
  pic_picture spare; /* of the output's size and format, or without planes */
  void *memory;      /* the spare picture's */
  int unused;        /* frames since it was drawn in */
} stage;

/* An input's frame, or `present` is false. */
typedef struct stage_input {
  gboolean present;
  pic_picture picture;
  pic_colour colour;
} stage_input;

/* Draws the whole picture. `inputs` stand in the order of the layers. False: memory lacks. */
gboolean stage_draw(stage *stage, const scene *scene, const stage_input *inputs, const pic_picture *out, gboolean full_range);
/* Gives back all memory; the stage may be drawn on again. */
void stage_clear(stage *stage);

#endif
