#include "scene.h"

scene *scene_make(guint64 from, const dualcam_scene *told) {
  scene *made = g_new0(scene, 1);
  int count = told->layer_count;
  made->from = from;
  made->background = told->background;
  made->count = count;
  made->second = told->second, made->over = told->over;
  made->transition = told->transition;
  made->bar_count = told->bar_count;
  made->bars = g_new0(pic_bar, (gsize)told->bar_count + 1);
  for (int index = 0; index < told->bar_count; index++) made->bars[index] = told->bars[index];
  made->layers = g_new0(pic_layer, (gsize)count + 1);
  made->drawings = g_new0(pic_drawing *, (gsize)count + 1);
  for (int index = 0; index < count; index++) {
    made->layers[index] = told->layers[index];
    pic_mask_keep(told->layers[index].mask);
    pic_look_keep(told->layers[index].look);
  }
  return made;
}

void scene_drop(scene *scene) {
  if (!scene) return;
  for (int index = 0; index < scene->count; index++) {
    pic_drawing_drop(scene->drawings[index]);
    pic_mask_drop(scene->layers[index].mask);
    pic_look_drop(scene->layers[index].look);
  }
  g_free(scene->bars);
  g_free(scene->layers);
  g_free(scene->drawings);
  g_free(scene);
}

static gboolean prepare(scene *scene, const scene_input *inputs, const pic_picture *out) {
  for (int index = 0; index < scene->count; index++) {
    const pic_picture *in = &inputs[index].picture;
    pic_drawing **drawing = &scene->drawings[index];
    if (!inputs[index].present) continue;
    if (*drawing &&
        pic_drawing_fits(*drawing, &scene->layers[index], in->width, in->height, out->width, out->height)) {
      continue;
    }
    pic_drawing_drop(*drawing);
    *drawing = pic_drawing_make(&scene->layers[index], in->width, in->height, out->width, out->height);
    if (!*drawing) return FALSE;
  }
  return TRUE;
}

typedef struct bounds {
  int left, top, right, bottom;
} bounds;

static bounds bounds_of(const pic_drawing *drawing) {
  bounds found;
  pic_drawing_bounds(drawing, &found.left, &found.top, &found.right, &found.bottom);
  return found;
}

static gboolean overlap(bounds a, bounds b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/* Whether one layer or several side by side cover the whole canvas, so that the background is not seen. */
static gboolean covers(const scene *scene, const scene_input *inputs, const pic_picture *out) {
  gint64 covered = 0, whole = (gint64)out->width * out->height;
  for (int index = 0; index < scene->count; index++) {
    if (!inputs[index].present || !pic_drawing_is_opaque(scene->drawings[index])) continue;
    bounds own = bounds_of(scene->drawings[index]);
    gint64 area = (gint64)(own.right - own.left) * (own.bottom - own.top);
    if (area == whole) return TRUE;
    for (int other = 0; other < index; other++) {
      if (!inputs[other].present || !pic_drawing_is_opaque(scene->drawings[other])) continue;
      if (overlap(own, bounds_of(scene->drawings[other]))) area = 0;
    }
    covered += area;
  }
  return covered == whole;
}

gboolean scene_draw(scene *scene, const scene_input *inputs, const pic_picture *out, gboolean full_range) {
  if (!prepare(scene, inputs, out)) return FALSE;
  if (!covers(scene, inputs, out)) pic_fill(out, scene->background, full_range);
  for (int index = 0; index < scene->count; index++) {
    if (inputs[index].present) pic_draw(scene->drawings[index], out, &inputs[index].picture, &inputs[index].colour);
  }
  return TRUE;
}
