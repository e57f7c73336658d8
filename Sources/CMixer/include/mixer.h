/* `dualcammixer`, a GstVideoAggregator that draws layers over each other; `dualcamview`, a filter that draws one input by the
   same scenes, frame for frame; `dualcamintake`, which brings what cameras deliver into the formats that both draw. The header
   leaves GStreamer out: a second module with GLib in it would break the first one's API notes. */
#ifndef DUALCAM_MIXER_H
#define DUALCAM_MIXER_H

#include <picture.h>
#include <stdbool.h>
#include <stdint.h>

/* Registers the elements for this process; after gst_init. A second call does nothing. False: GStreamer refused it. */
bool dualcam_mixer_register(void);

/* Whether `element`, a GObject, is a dualcammixer or a dualcamview. */
bool dualcam_mixer_is(void *element);

/* One picture: layers, then bars, then the layers that lie over all. With a transition the layers before `second` make the
   first picture and those from `second` to `over` the second one, each over the background; without one (`second` is `over`)
   all before `over` make one picture. */
typedef struct dualcam_scene {
  pic_background background;
  const pic_layer *layers;
  int layer_count;
  int second, over; /* 0 <= second <= over <= layer_count */
  pic_transition transition;
  const pic_bar *bars;
  int bar_count;
} dualcam_scene;

/* What is drawn from a running time in nanoseconds on, whole, until the next scene's time. Layers name the mixer's sink pads
   by their numbers (`sink_0`); one that has no frame is left out. A view's layers name 0; without any its
   frames pass. Any thread; the scene holds on to masks and looks.
   A scene for the same time replaces the earlier one. False: `element` is none of the two, or the scene's counts are wrong. */
bool dualcam_mixer_show(void *element, uint64_t running_time, const dualcam_scene *scene);

/* The scenes from a running time on will not be drawn. False: `element` is none of the two. */
bool dualcam_mixer_forget(void *element, uint64_t running_time);

/* A stamp and where its corner lies, at even pixels. */
typedef struct dualcam_placed_stamp {
  const pic_stamp *stamp;
  int x, y;
} dualcam_placed_stamp;

/* Lays stamps over a frame of NV12 or I420 that flows through `pad`, a GstPad with its caps; `buffer`, a GstBuffer that is owned, is
   replaced by a copy where others hold on to it. False: it is no such frame, and nothing was drawn. On the streaming thread. */
bool dualcam_stamp(void *pad, void **buffer, const dualcam_placed_stamp *stamps, int count);

#endif
