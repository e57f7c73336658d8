#include "mixer.h"

#include "stage.h"

#include <gst/gst.h>
#include <gst/video/gstvideoaggregator.h>
#include <gst/video/video.h>
#include <string.h>

GST_DEBUG_CATEGORY_STATIC(dualcam_mixer_debug);
#define GST_CAT_DEFAULT dualcam_mixer_debug

enum { PROPERTY_IGNORE_INACTIVE_PADS = 1 };

typedef struct DualcamMixer {
  GstVideoAggregator parent;
  GMutex lock;    /* guards `scenes` */
  GQueue scenes;  /* by their times; the first one may be due already */
  stage stage;    /* the streaming thread's */
} DualcamMixer;

typedef struct DualcamMixerClass {
  GstVideoAggregatorClass parent;
} DualcamMixerClass;

GType dualcam_mixer_get_type(void);
G_DEFINE_TYPE(DualcamMixer, dualcam_mixer, GST_TYPE_VIDEO_AGGREGATOR)

#define MIXER_CAPS GST_VIDEO_CAPS_MAKE("{ NV12, I420 }")

static GstStaticPadTemplate source_template =
    GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS(MIXER_CAPS));
static GstStaticPadTemplate sink_template =
    GST_STATIC_PAD_TEMPLATE("sink_%u", GST_PAD_SINK, GST_PAD_REQUEST, GST_STATIC_CAPS(MIXER_CAPS));

static pic_picture picture_of(const GstVideoFrame *frame) {
  pic_picture picture = {{NULL, NULL, NULL}, {0, 0, 0}, GST_VIDEO_FRAME_WIDTH(frame), GST_VIDEO_FRAME_HEIGHT(frame),
                         GST_VIDEO_FRAME_FORMAT(frame) == GST_VIDEO_FORMAT_NV12};
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(frame); plane++) {
    picture.plane[plane] = GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
    picture.stride[plane] = GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
  }
  return picture;
}

static gboolean is_full_range(const GstVideoInfo *info) {
  return info->colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
}

/* A matrix that is not said or is none of YCbCr's is taken for the other side's. */
static pic_space space_of(const GstVideoInfo *info, const GstVideoInfo *other) {
  pic_space space = {0.2126, 0.0722, is_full_range(info)};
  if (!gst_video_color_matrix_get_Kr_Kb(info->colorimetry.matrix, &space.red, &space.blue)) {
    gst_video_color_matrix_get_Kr_Kb(other->colorimetry.matrix, &space.red, &space.blue);
  }
  return space;
}

static GstVideoFrame *frame_of(GstVideoAggregator *mixer, int number, GstVideoAggregatorPad **pad) {
  gchar name[32];
  g_snprintf(name, sizeof name, "sink_%d", number);
  for (GList *each = GST_ELEMENT(mixer)->sinkpads; each; each = each->next) {
    if (strcmp(GST_PAD_NAME(each->data), name) != 0) continue;
    *pad = each->data;
    return gst_video_aggregator_pad_get_prepared_frame(*pad);
  }
  return NULL;
}

/* The scene that is due, for whom draws it; earlier ones are forgotten. */
static scene *take_due(DualcamMixer *mixer, GstClockTime running_time) {
  g_mutex_lock(&mixer->lock);
  scene *due = NULL, *next;
  while ((next = g_queue_peek_head(&mixer->scenes)) &&
         (next->from == 0 || (GST_CLOCK_TIME_IS_VALID(running_time) && next->from <= running_time))) {
    scene_drop(due);
    due = g_queue_pop_head(&mixer->scenes);
  }
  g_mutex_unlock(&mixer->lock);
  return due;
}

static gint by_time(gconstpointer left, gconstpointer right, gpointer unused) {
  const scene *a = left, *b = right;
  (void)unused;
  return a->from < b->from ? -1 : a->from > b->from;
}

static gint at_time(gconstpointer listed, gconstpointer wanted) { return by_time(listed, wanted, NULL); }

/* Puts back what goes on being due, unless another scene has been given its time meanwhile. */
static void put_back(DualcamMixer *mixer, scene *drawn) {
  g_mutex_lock(&mixer->lock);
  if (g_queue_find_custom(&mixer->scenes, drawn, at_time)) {
    scene_drop(drawn);
  } else {
    g_queue_insert_sorted(&mixer->scenes, drawn, by_time, NULL);
  }
  g_mutex_unlock(&mixer->lock);
}

static gboolean draw(GstVideoAggregator *mixer, scene *due, const GstVideoFrame *out) {
  stage_input *inputs = g_new0(stage_input, (gsize)due->count + 1);
  GST_OBJECT_LOCK(mixer);
  for (int index = 0; index < due->count; index++) {
    GstVideoAggregatorPad *pad = NULL;
    GstVideoFrame *frame = frame_of(mixer, due->layers[index].input, &pad);
    if (!frame || !frame->buffer) continue;
    inputs[index].present = TRUE;
    inputs[index].picture = picture_of(frame);
    pic_colour_set(&inputs[index].colour, space_of(&frame->info, &mixer->info), space_of(&mixer->info, &frame->info));
  }
  pic_picture picture = picture_of(out);
  gboolean drawn = stage_draw(&((DualcamMixer *)mixer)->stage, due, inputs, &picture, is_full_range(&mixer->info));
  GST_OBJECT_UNLOCK(mixer);
  g_free(inputs);
  return drawn;
}

static GstFlowReturn dualcam_mixer_aggregate_frames(GstVideoAggregator *aggregator, GstBuffer *buffer) {
  DualcamMixer *mixer = (DualcamMixer *)aggregator;
  GstVideoFrame out;
  if (!gst_video_frame_map(&out, &aggregator->info, buffer, GST_MAP_READWRITE)) return GST_FLOW_ERROR;
  const GstSegment *segment = &GST_AGGREGATOR_PAD(GST_AGGREGATOR(mixer)->srcpad)->segment;
  guint64 time = gst_segment_to_running_time(segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
  scene *due = take_due(mixer, time);
  if (!due) due = scene_make(0, &(dualcam_scene){.background = PIC_BLACK});
  gboolean drawn = draw(aggregator, due, &out);
  put_back(mixer, due);
  gst_video_frame_unmap(&out);
  if (drawn) return GST_FLOW_OK;
  GST_ELEMENT_ERROR(mixer, RESOURCE, NO_SPACE_LEFT, ("There is no memory left to draw in."), (NULL));
  return GST_FLOW_ERROR;
}

static gboolean dualcam_mixer_stop(GstAggregator *aggregator) {
  stage_clear(&((DualcamMixer *)aggregator)->stage);
  return GST_AGGREGATOR_CLASS(dualcam_mixer_parent_class)->stop(aggregator);
}

/* Fields of a frame would be mixed up by scaling: pictures have to be progressive. Refused before it is queued, so that no
   frame follows. */
static GstFlowReturn dualcam_mixer_sink_event_pre_queue(GstAggregator *aggregator, GstAggregatorPad *pad, GstEvent *event) {
  if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) {
    GstCaps *caps;
    GstVideoInfo info;
    gst_event_parse_caps(event, &caps);
    if (!gst_video_info_from_caps(&info, caps) || GST_VIDEO_INFO_IS_INTERLACED(&info)) {
      GST_ELEMENT_ERROR(aggregator, STREAM, FORMAT, ("The mixer draws progressive NV12 and I420 pictures only."),
                        ("%s: %" GST_PTR_FORMAT, GST_PAD_NAME(pad), caps));
      gst_event_unref(event);
      return GST_FLOW_NOT_NEGOTIATED;
    }
  }
  return GST_AGGREGATOR_CLASS(dualcam_mixer_parent_class)->sink_event_pre_queue(aggregator, pad, event);
}

/* Every input may have its own size, format, colours and rate, whatever the output has: the base class would ask for the
   output's. */
static gboolean dualcam_mixer_sink_query(GstAggregator *aggregator, GstAggregatorPad *pad, GstQuery *query) {
  if (GST_QUERY_TYPE(query) != GST_QUERY_CAPS && GST_QUERY_TYPE(query) != GST_QUERY_ACCEPT_CAPS) {
    return GST_AGGREGATOR_CLASS(dualcam_mixer_parent_class)->sink_query(aggregator, pad, query);
  }
  GstCaps *all = gst_pad_get_pad_template_caps(GST_PAD(pad)), *asked;
  if (GST_QUERY_TYPE(query) == GST_QUERY_ACCEPT_CAPS) {
    gst_query_parse_accept_caps(query, &asked);
    gst_query_set_accept_caps_result(query, gst_caps_is_subset(asked, all));
  } else {
    gst_query_parse_caps(query, &asked);
    GstCaps *result = asked ? gst_caps_intersect_full(asked, all, GST_CAPS_INTERSECT_FIRST) : gst_caps_ref(all);
    gst_query_set_caps_result(query, result);
    gst_caps_unref(result);
  }
  gst_caps_unref(all);
  return TRUE;
}

static void dualcam_mixer_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  if (id == PROPERTY_IGNORE_INACTIVE_PADS) {
    gst_aggregator_set_ignore_inactive_pads(GST_AGGREGATOR(object), g_value_get_boolean(value));
  } else {
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
}

static void dualcam_mixer_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  if (id == PROPERTY_IGNORE_INACTIVE_PADS) {
    g_value_set_boolean(value, gst_aggregator_get_ignore_inactive_pads(GST_AGGREGATOR(object)));
  } else {
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
}

static void drop_scene(gpointer scene) { scene_drop(scene); }

static void dualcam_mixer_finalize(GObject *object) {
  DualcamMixer *mixer = (DualcamMixer *)object;
  g_queue_clear_full(&mixer->scenes, drop_scene);
  stage_clear(&mixer->stage);
  g_mutex_clear(&mixer->lock);
  G_OBJECT_CLASS(dualcam_mixer_parent_class)->finalize(object);
}

static void dualcam_mixer_init(DualcamMixer *mixer) {
  g_mutex_init(&mixer->lock);
  g_queue_init(&mixer->scenes);
}

static void dualcam_mixer_class_init(DualcamMixerClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  GstElementClass *element = GST_ELEMENT_CLASS(class);
  GST_DEBUG_CATEGORY_INIT(dualcam_mixer_debug, "dualcammixer", 0, "layers drawn over each other");
  object->set_property = dualcam_mixer_set_property;
  object->get_property = dualcam_mixer_get_property;
  object->finalize = dualcam_mixer_finalize;
  GST_AGGREGATOR_CLASS(class)->sink_event_pre_queue = dualcam_mixer_sink_event_pre_queue;
  GST_AGGREGATOR_CLASS(class)->stop = dualcam_mixer_stop;
  GST_AGGREGATOR_CLASS(class)->sink_query = dualcam_mixer_sink_query;
  GST_VIDEO_AGGREGATOR_CLASS(class)->aggregate_frames = dualcam_mixer_aggregate_frames;
  g_object_class_install_property(
      object, PROPERTY_IGNORE_INACTIVE_PADS,
      g_param_spec_boolean("ignore-inactive-pads", "Ignore inactive pads", "Do not wait for pads that never had data",
                           FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  gst_element_class_add_static_pad_template_with_gtype(element, &source_template, GST_TYPE_AGGREGATOR_PAD);
  gst_element_class_add_static_pad_template_with_gtype(element, &sink_template, GST_TYPE_VIDEO_AGGREGATOR_PAD);
  gst_element_class_set_static_metadata(element, "dualcam mixer", "Filter/Editor/Video/Compositor",
                                        "Draws layers over each other, with masks and colour conversion", "dualcam");
}

bool dualcam_mixer_register(void) {
  return gst_element_register(NULL, "dualcammixer", GST_RANK_NONE, dualcam_mixer_get_type());
}

bool dualcam_mixer_is(void *element) { return G_TYPE_CHECK_INSTANCE_TYPE(element, dualcam_mixer_get_type()); }

static bool is_sound(const dualcam_scene *scene) {
  return scene->second >= 0 && scene->second <= scene->over && scene->over <= scene->layer_count && scene->bar_count >= 0;
}

bool dualcam_mixer_show(void *element, uint64_t running_time, const dualcam_scene *told) {
  if (!dualcam_mixer_is(element) || !is_sound(told)) return false;
  DualcamMixer *mixer = element;
  scene *made = scene_make(running_time, told);
  g_mutex_lock(&mixer->lock);
  GList *same = g_queue_find_custom(&mixer->scenes, made, at_time);
  if (same) {
    scene_drop(same->data);
    same->data = made;
  } else {
    g_queue_insert_sorted(&mixer->scenes, made, by_time, NULL);
  }
  g_mutex_unlock(&mixer->lock);
  return true;
}
