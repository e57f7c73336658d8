#include "stage.h"

#include <stdlib.h>
#include <string.h>

/* The spare picture is given back after so many frames without a transition. */
enum { PATIENCE = 90, ALIGNMENT = 64 };

/* The layers `from`..<`to` over the background. */
typedef struct range {
  int from, to;
} range;

/* All that drawing one frame needs. */
typedef struct frame {
  stage *stage;
  const scene *scene;
  const stage_input *inputs;
  gboolean full_range;
} frame;

static void drop_drawings(pic_drawing **drawings, int count) {
  for (int index = 0; index < count; index++) pic_drawing_drop(drawings[index]);
  g_free(drawings);
}

static void drop_spare(stage *stage) {
  free(stage->memory);
  stage->memory = NULL;
  memset(&stage->spare, 0, sizeof stage->spare);
}

void stage_clear(stage *stage) {
  drop_drawings(stage->drawings, stage->count);
  stage->drawings = NULL;
  stage->count = 0;
  drop_spare(stage);
}

/* One of the last frame's drawings that fits the layer. */
static pic_drawing *take_fitting(stage *stage, const pic_layer *layer, const pic_picture *in, const pic_picture *out) {
  for (int index = 0; index < stage->count; index++) {
    pic_drawing *drawing = stage->drawings[index];
    if (!drawing || !pic_drawing_fits(drawing, layer, in->width, in->height, out->width, out->height)) continue;
    stage->drawings[index] = NULL;
    return drawing;
  }
  return NULL;
}

static gboolean prepare(stage *stage, const scene *scene, const stage_input *inputs, const pic_picture *out) {
  pic_drawing **drawings = g_new0(pic_drawing *, (gsize)scene->count + 1);
  gboolean whole = TRUE;
  for (int index = 0; index < scene->count && whole; index++) {
    const pic_layer *layer = &scene->layers[index];
    const pic_picture *in = &inputs[index].picture;
    if (!inputs[index].present) continue;
    drawings[index] = take_fitting(stage, layer, in, out);
    if (!drawings[index]) drawings[index] = pic_drawing_make(layer, in->width, in->height, out->width, out->height);
    whole = drawings[index] != NULL;
  }
  drop_drawings(stage->drawings, stage->count);
  stage->drawings = drawings;
  stage->count = scene->count;
  return whole;
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

static gboolean hides(const frame *frame, int index) {
  return frame->inputs[index].present && pic_drawing_is_opaque(frame->stage->drawings[index]);
}

/* Whether one layer or several side by side cover the whole canvas, so that the background is not seen. */
static gboolean covers(const frame *frame, range range, const pic_picture *out) {
  gint64 covered = 0, whole = (gint64)out->width * out->height;
  for (int index = range.from; index < range.to; index++) {
    if (!hides(frame, index)) continue;
    bounds own = bounds_of(frame->stage->drawings[index]);
    gint64 area = (gint64)(own.right - own.left) * (own.bottom - own.top);
    if (area == whole) return TRUE;
    for (int other = range.from; other < index; other++) {
      if (hides(frame, other) && overlap(own, bounds_of(frame->stage->drawings[other]))) area = 0;
    }
    covered += area;
  }
  return covered == whole;
}

static void draw_layers(const frame *frame, range range, const pic_picture *out) {
  for (int index = range.from; index < range.to; index++) {
    const stage_input *input = &frame->inputs[index];
    if (input->present) pic_draw(frame->stage->drawings[index], out, &input->picture, &input->colour);
  }
}

static void draw_picture(const frame *frame, range range, const pic_picture *out) {
  if (!covers(frame, range, out)) pic_fill(out, frame->scene->background, frame->full_range);
  draw_layers(frame, range, out);
}

/* Whether the picture is nothing but one input's, sample for sample: then it need not be drawn. */
static gboolean is_input(const frame *frame, range range, const pic_picture *out, pic_picture *found) {
  for (int index = range.to - 1; index >= range.from; index--) {
    const stage_input *input = &frame->inputs[index];
    if (!input->present) continue;
    return pic_drawing_passes(frame->stage->drawings[index], &input->picture, &input->colour, out->interleaved, found);
  }
  return FALSE;
}

static gboolean has_spare(const stage *stage, const pic_picture *out) {
  return stage->memory && stage->spare.width == out->width && stage->spare.height == out->height &&
         stage->spare.interleaved == out->interleaved;
}

static gboolean make_spare(stage *stage, const pic_picture *out) {
  stage->unused = 0;
  if (has_spare(stage, out)) return TRUE;
  drop_spare(stage);
  size_t width = ((size_t)out->width + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  size_t half = out->interleaved ? width : (((size_t)out->width + 1) / 2 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  size_t luma = width * (size_t)out->height, chroma = half * (((size_t)out->height + 1) / 2);
  stage->memory = aligned_alloc(ALIGNMENT, luma + chroma * (out->interleaved ? 1 : 2));
  if (!stage->memory) return FALSE;
  uint8_t *bytes = stage->memory;
  stage->spare = (pic_picture){{bytes, bytes + luma, out->interleaved ? NULL : bytes + luma + chroma},
                               {(int)width, (int)half, out->interleaved ? 0 : (int)half},
                               out->width, out->height, out->interleaved};
  return TRUE;
}

static gboolean draw_both(const frame *frame, const pic_picture *out) {
  const scene *scene = frame->scene;
  range before = {0, scene->second}, after = {scene->second, scene->over};
  pic_picture first = *out, second;
  if (!is_input(frame, after, out, &second)) {
    if (!make_spare(frame->stage, out)) return FALSE;
    second = frame->stage->spare;
    draw_picture(frame, after, &second);
  }
  if (!is_input(frame, before, out, &first)) draw_picture(frame, before, out);
  pic_transit(out, &first, &second, &scene->transition);
  return TRUE;
}

gboolean stage_draw(stage *stage, const scene *scene, const stage_input *inputs, const pic_picture *out,
                    gboolean full_range) {
  frame frame = {stage, scene, inputs, full_range};
  double share = scene->transition.share;
  if (!prepare(stage, scene, inputs, out)) return FALSE;
  if (stage->memory && ++stage->unused > PATIENCE) drop_spare(stage);
  if (scene->second == scene->over || share <= 0) {
    draw_picture(&frame, (range){0, scene->second}, out);
  } else if (share >= 1) {
    draw_picture(&frame, (range){scene->second, scene->over}, out);
  } else if (!draw_both(&frame, out)) {
    return FALSE;
  }
  for (int index = 0; index < scene->bar_count; index++) pic_draw_bar(out, &scene->bars[index]);
  draw_layers(&frame, (range){scene->over, scene->count}, out);
  return TRUE;
}
