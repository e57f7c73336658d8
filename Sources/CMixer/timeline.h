#ifndef DUALCAM_TIMELINE_H
#define DUALCAM_TIMELINE_H

#include "scene.h"

#include <gst/gst.h>

/* Scenes by their times; the first one may be due already. Any thread may put one. */
typedef struct timeline {
  GMutex lock;
  GQueue scenes;
} timeline;

void timeline_init(timeline *timeline);
void timeline_clear(timeline *timeline);

/* Replaces one for the same time. */
void timeline_put(timeline *timeline, scene *made);

/* Drops the scenes that were to come from a running time on. */
void timeline_forget(timeline *timeline, guint64 from);

/* The scene that is due, for who draws it and puts it back; earlier ones are forgotten. NULL: none is. */
scene *timeline_take(timeline *timeline, GstClockTime running_time);

/* What goes on being due, unless another scene has been given its time meanwhile. */
void timeline_put_back(timeline *timeline, scene *drawn);

#endif
