#include "scene.h"

scene *scene_make(guint64 from, const dualcam_scene *told) {
  scene *made = g_new0(scene, 1);
  made->from = from;
  made->background = told->background;
  made->count = told->layer_count;
  made->second = told->second, made->over = told->over;
  made->transition = told->transition;
  made->bar_count = told->bar_count;
  made->bars = g_new0(pic_bar, (gsize)told->bar_count + 1);
  for (int index = 0; index < told->bar_count; index++) made->bars[index] = told->bars[index];
  made->layers = g_new0(pic_layer, (gsize)told->layer_count + 1);
  for (int index = 0; index < told->layer_count; index++) {
    made->layers[index] = told->layers[index];
    pic_mask_keep(told->layers[index].mask);
    pic_look_keep(told->layers[index].look);
  }
  return made;
}

void scene_drop(scene *scene) {
  if (!scene) return;
  for (int index = 0; index < scene->count; index++) {
    pic_mask_drop(scene->layers[index].mask);
    pic_look_drop(scene->layers[index].look);
  }
  g_free(scene->bars);
  g_free(scene->layers);
  g_free(scene);
}
