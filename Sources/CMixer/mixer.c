#include "mixer.h"

#include "frame.h"
#include "intake.h"
#include "stage.h"
#include "timeline.h"
#include "view.h"

#include <gst/gst.h>
#include <gst/video/gstvideoaggregator.h>
#include <string.h>

GST_DEBUG_CATEGORY_STATIC(dualcam_mixer_debug);
#define GST_CAT_DEFAULT dualcam_mixer_debug

enum { PROPERTY_IGNORE_INACTIVE_PADS = 1 };

typedef struct DualcamMixer {
  GstVideoAggregator parent;
  timeline scenes;
  stage stage; /* the streaming thread's */
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

static gboolean draw(GstVideoAggregator *mixer, scene *due, const GstVideoFrame *out) {
  stage_input *inputs = g_new0(stage_input, (gsize)due->count + 1);
  GST_OBJECT_LOCK(mixer);
  for (int index = 0; index < due->count; index++) {
    GstVideoAggregatorPad *pad = NULL;
    GstVideoFrame *frame = frame_of(mixer, due->layers[index].input, &pad);
    if (!frame || !frame->buffer) continue;
    inputs[index].present = TRUE;
    inputs[index].picture = frame_picture(frame);
    pic_colour_set(&inputs[index].colour, frame_space(&frame->info, &mixer->info), frame_space(&mixer->info, &frame->info));
  }
  pic_picture picture = frame_picture(out);
  gboolean drawn =
      stage_draw(&((DualcamMixer *)mixer)->stage, due, inputs, &picture, frame_is_full_range(&mixer->info));
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
  scene *due = timeline_take(&mixer->scenes, time);
  if (!due) due = scene_make(0, &(dualcam_scene){.background = PIC_BLACK});
  gboolean drawn = draw(aggregator, due, &out);
  timeline_put_back(&mixer->scenes, due);
  gst_video_frame_unmap(&out);
  if (drawn) return GST_FLOW_OK;
  GST_ELEMENT_ERROR(mixer, RESOURCE, NO_SPACE_LEFT, ("There is no memory left to draw in."), (NULL));
  return GST_FLOW_ERROR;
}

/* GstAggregator (gst_aggregator_pad_chain_internal, 1.22) sets the position back to the start time with the first frame that comes
   in, even where pictures were made before it: the next one would bear the time of the first. It takes the earlier of both,
   so a position from the start on and a start time that never comes leave it alone. */
static void begin_at_zero(GstAggregator *aggregator) {
  g_object_set(aggregator, "start-time-selection", GST_AGGREGATOR_START_TIME_SELECTION_SET, "start-time",
               (guint64)G_MAXINT64, NULL);
  GST_AGGREGATOR_PAD(aggregator->srcpad)->segment.position = 0;
}

static gboolean dualcam_mixer_start(GstAggregator *aggregator) {
  GstAggregatorStartTimeSelection selection;
  if (!GST_AGGREGATOR_CLASS(dualcam_mixer_parent_class)->start(aggregator)) return FALSE;
  g_object_get(aggregator, "start-time-selection", &selection, NULL);
  if (selection != GST_AGGREGATOR_START_TIME_SELECTION_FIRST) begin_at_zero(aggregator);
  return TRUE;
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

/* Frames may lie in memory as it suits who makes them, and a decoder of padded ones is given them to decode into: it need
   not copy any. */
static gboolean dualcam_mixer_propose_allocation(GstAggregator *aggregator, GstAggregatorPad *pad, GstQuery *decided,
                                                 GstQuery *query) {
  (void)aggregator, (void)pad, (void)decided;
  GstCaps *caps;
  gboolean wants_pool;
  GstVideoInfo info;
  gst_query_parse_allocation(query, &caps, &wants_pool);
  if (!caps || !gst_video_info_from_caps(&info, caps)) return FALSE;
  if (wants_pool) {
    GstBufferPool *pool = gst_video_buffer_pool_new();
    GstStructure *config = gst_buffer_pool_get_config(pool);
    gst_buffer_pool_config_set_params(config, caps, (guint)GST_VIDEO_INFO_SIZE(&info), 0, 0);
    if (gst_buffer_pool_set_config(pool, config)) {
      gst_query_add_allocation_pool(query, pool, (guint)GST_VIDEO_INFO_SIZE(&info), 0, 0);
    }
    gst_object_unref(pool);
  }
  gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
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

static void dualcam_mixer_finalize(GObject *object) {
  DualcamMixer *mixer = (DualcamMixer *)object;
  timeline_clear(&mixer->scenes);
  stage_clear(&mixer->stage);
  G_OBJECT_CLASS(dualcam_mixer_parent_class)->finalize(object);
}

static void dualcam_mixer_init(DualcamMixer *mixer) { timeline_init(&mixer->scenes); }

static void dualcam_mixer_class_init(DualcamMixerClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  GstElementClass *element = GST_ELEMENT_CLASS(class);
  GST_DEBUG_CATEGORY_INIT(dualcam_mixer_debug, "dualcammixer", 0, "layers drawn over each other");
  object->set_property = dualcam_mixer_set_property;
  object->get_property = dualcam_mixer_get_property;
  object->finalize = dualcam_mixer_finalize;
  GST_AGGREGATOR_CLASS(class)->sink_event_pre_queue = dualcam_mixer_sink_event_pre_queue;
  GST_AGGREGATOR_CLASS(class)->start = dualcam_mixer_start;
  GST_AGGREGATOR_CLASS(class)->stop = dualcam_mixer_stop;
  GST_AGGREGATOR_CLASS(class)->sink_query = dualcam_mixer_sink_query;
  GST_AGGREGATOR_CLASS(class)->propose_allocation = dualcam_mixer_propose_allocation;
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
  return gst_element_register(NULL, "dualcammixer", GST_RANK_NONE, dualcam_mixer_get_type()) && view_register() &&
         intake_register();
}

static timeline *timeline_of(void *element) {
  if (!G_TYPE_CHECK_INSTANCE_TYPE(element, dualcam_mixer_get_type())) return view_timeline(element);
  return &((DualcamMixer *)element)->scenes;
}

bool dualcam_mixer_is(void *element) { return timeline_of(element) != NULL; }

static bool is_sound(const dualcam_scene *scene) {
  return scene->second >= 0 && scene->second <= scene->over && scene->over <= scene->layer_count && scene->bar_count >= 0;
}

bool dualcam_mixer_show(void *element, uint64_t running_time, const dualcam_scene *told) {
  timeline *scenes = timeline_of(element);
  if (!scenes || !is_sound(told)) return false;
  timeline_put(scenes, scene_make(running_time, told));
  return true;
}

bool dualcam_mixer_forget(void *element, uint64_t running_time) {
  timeline *scenes = timeline_of(element);
  if (scenes) timeline_forget(scenes, running_time);
  return scenes != NULL;
}
