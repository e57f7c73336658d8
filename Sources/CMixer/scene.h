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
} scene;

scene *scene_make(guint64 from, const dualcam_scene *told);
void scene_drop(scene *scene);

#endif
