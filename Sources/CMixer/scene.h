#ifndef DUALCAM_SCENE_H
#define DUALCAM_SCENE_H

#include "mixer.h"

#include <glib.h>

/* What is drawn from one running time on. */
typedef struct scene {
  guint64 from;
  pic_background background;
  int count, second, over;
  pic_layer *layers;
  pic_transition transition;
  int bar_count;
  pic_bar *bars;
  pic_drawing **drawings; /* made when they are first drawn, for the sizes that there are then */
} scene;

scene *scene_make(guint64 from, const dualcam_scene *told);
void scene_drop(scene *scene);

/* An input's frame, or `present` is false. */
typedef struct scene_input {
  gboolean present;
  pic_picture picture;
  pic_colour colour;
} scene_input;

/* Draws the whole picture. `inputs` stand in the order of the layers. False: memory lacks. */
gboolean scene_draw(scene *scene, const scene_input *inputs, const pic_picture *out, gboolean full_range);

#endif
