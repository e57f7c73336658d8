#include "timeline.h"

static gint by_time(gconstpointer left, gconstpointer right, gpointer unused) {
  const scene *a = left, *b = right;
  (void)unused;
  return a->from < b->from ? -1 : a->from > b->from;
}

static gint at_time(gconstpointer listed, gconstpointer wanted) { return by_time(listed, wanted, NULL); }

static void drop_scene(gpointer scene) { scene_drop(scene); }

void timeline_init(timeline *timeline) {
  g_mutex_init(&timeline->lock);
  g_queue_init(&timeline->scenes);
}

void timeline_clear(timeline *timeline) {
  g_queue_clear_full(&timeline->scenes, drop_scene);
  g_mutex_clear(&timeline->lock);
}

void timeline_put(timeline *timeline, scene *made) {
  g_mutex_lock(&timeline->lock);
  GList *same = g_queue_find_custom(&timeline->scenes, made, at_time);
  if (same) {
    scene_drop(same->data);
    same->data = made;
  } else {
    g_queue_insert_sorted(&timeline->scenes, made, by_time, NULL);
  }
  g_mutex_unlock(&timeline->lock);
}

void timeline_forget(timeline *timeline, guint64 from) {
  const scene *last;
  g_mutex_lock(&timeline->lock);
  while ((last = g_queue_peek_tail(&timeline->scenes)) && last->from >= from) {
    scene_drop(g_queue_pop_tail(&timeline->scenes));
  }
  g_mutex_unlock(&timeline->lock);
}

scene *timeline_take(timeline *timeline, GstClockTime running_time) {
  g_mutex_lock(&timeline->lock);
  scene *due = NULL, *next;
  while ((next = g_queue_peek_head(&timeline->scenes)) &&
         (next->from == 0 || (GST_CLOCK_TIME_IS_VALID(running_time) && next->from <= running_time))) {
    scene_drop(due);
    due = g_queue_pop_head(&timeline->scenes);
  }
  g_mutex_unlock(&timeline->lock);
  return due;
}

void timeline_put_back(timeline *timeline, scene *drawn) {
  g_mutex_lock(&timeline->lock);
  if (g_queue_find_custom(&timeline->scenes, drawn, at_time)) {
    scene_drop(drawn);
  } else {
    g_queue_insert_sorted(&timeline->scenes, drawn, by_time, NULL);
  }
  g_mutex_unlock(&timeline->lock);
}
