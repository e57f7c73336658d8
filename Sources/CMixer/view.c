#include "view.h"

#include "frame.h"
#include "stage.h"

#include <gst/video/gstvideofilter.h>

typedef struct DualcamView {
  GstVideoFilter parent;
  timeline scenes;
  stage stage; /* the streaming thread's */
} DualcamView;

typedef struct DualcamViewClass {
  GstVideoFilterClass parent;
} DualcamViewClass;

GType dualcam_view_get_type(void);
G_DEFINE_TYPE(DualcamView, dualcam_view, GST_TYPE_VIDEO_FILTER)

#define VIEW_CAPS GST_VIDEO_CAPS_MAKE("{ NV12, I420 }")

static GstStaticPadTemplate source_template =
    GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS(VIEW_CAPS));
static GstStaticPadTemplate sink_template =
    GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS(VIEW_CAPS));

/* What may differ between the two sides: how numbers become colours, and how the planes lie. */
static const char *const FREE_FIELDS[] = {"format", "colorimetry", "chroma-site"};

static GstCaps *dualcam_view_transform_caps(GstBaseTransform *view, GstPadDirection direction, GstCaps *caps,
                                            GstCaps *filter) {
  (void)view, (void)direction;
  GstCaps *other = gst_caps_copy(caps), *all = gst_static_pad_template_get_caps(&sink_template);
  for (guint index = 0; index < gst_caps_get_size(other); index++) {
    GstStructure *structure = gst_caps_get_structure(other, index);
    for (gsize field = 0; field < G_N_ELEMENTS(FREE_FIELDS); field++) {
      gst_structure_remove_field(structure, FREE_FIELDS[field]);
    }
  }
  GstCaps *possible = gst_caps_intersect(other, all);
  gst_caps_unref(other);
  gst_caps_unref(all);
  if (!filter) return possible;
  GstCaps *wanted = gst_caps_intersect_full(filter, possible, GST_CAPS_INTERSECT_FIRST);
  gst_caps_unref(possible);
  return wanted;
}

/* As it came in, where nothing else is wanted. */
static GstCaps *dualcam_view_fixate_caps(GstBaseTransform *view, GstPadDirection direction, GstCaps *caps, GstCaps *other) {
  GstStructure *from = gst_caps_get_structure(caps, 0);
  other = gst_caps_make_writable(gst_caps_truncate(other));
  GstStructure *to = gst_caps_get_structure(other, 0);
  for (gsize field = 0; field < G_N_ELEMENTS(FREE_FIELDS); field++) {
    const gchar *name = FREE_FIELDS[field], *value = gst_structure_get_string(from, name);
    if (!value) continue;
    if (gst_structure_has_field(to, name)) {
      gst_structure_fixate_field_string(to, name, value);
    } else {
      gst_structure_set(to, name, G_TYPE_STRING, value, NULL);
    }
  }
  return GST_BASE_TRANSFORM_CLASS(dualcam_view_parent_class)->fixate_caps(view, direction, caps, other);
}

static gboolean dualcam_view_set_info(GstVideoFilter *view, GstCaps *in_caps, GstVideoInfo *in, GstCaps *out_caps,
                                      GstVideoInfo *out) {
  (void)out_caps;
  if (!GST_VIDEO_INFO_IS_INTERLACED(in) && !GST_VIDEO_INFO_IS_INTERLACED(out)) return TRUE;
  GST_ELEMENT_ERROR(view, STREAM, FORMAT, ("A view is drawn of progressive NV12 and I420 pictures only."),
                    ("%" GST_PTR_FORMAT, in_caps));
  return FALSE;
}

static GstClockTime running_time(DualcamView *view, GstBuffer *buffer) {
  const GstSegment *segment = &GST_BASE_TRANSFORM(view)->segment;
  return gst_segment_to_running_time(segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
}

static scene *take(DualcamView *view, GstBuffer *buffer) {
  scene *due = timeline_take(&view->scenes, running_time(view, buffer));
  return due ? due : scene_make(0, &(dualcam_scene){.background = PIC_BLACK});
}

static gboolean is_alike(const GstVideoFilter *view) {
  const GstVideoInfo *in = &view->in_info, *out = &view->out_info;
  return GST_VIDEO_INFO_FORMAT(in) == GST_VIDEO_INFO_FORMAT(out) &&
         in->colorimetry.range == out->colorimetry.range && in->colorimetry.matrix == out->colorimetry.matrix;
}

/* What is left as it is goes on as it is, without a copy. */
static GstFlowReturn dualcam_view_prepare_output_buffer(GstBaseTransform *base, GstBuffer *in, GstBuffer **out) {
  DualcamView *view = (DualcamView *)base;
  scene *due = take(view, in);
  gboolean passes = due->count == 0 && is_alike(&view->parent);
  timeline_put_back(&view->scenes, due);
  if (!passes) return GST_BASE_TRANSFORM_CLASS(dualcam_view_parent_class)->prepare_output_buffer(base, in, out);
  *out = in;
  return GST_FLOW_OK;
}

static GstFlowReturn dualcam_view_transform(GstBaseTransform *base, GstBuffer *in, GstBuffer *out) {
  if (in == out) return GST_FLOW_OK;
  return GST_BASE_TRANSFORM_CLASS(dualcam_view_parent_class)->transform(base, in, out);
}

static gboolean draw(GstVideoFilter *view, scene *due, GstVideoFrame *in, GstVideoFrame *out) {
  stage_input *inputs = g_new0(stage_input, (gsize)due->count + 1);
  for (int index = 0; index < due->count; index++) {
    inputs[index].present = TRUE;
    inputs[index].picture = frame_picture(in);
    pic_colour_set(&inputs[index].colour, frame_space(&view->in_info, &view->out_info),
                   frame_space(&view->out_info, &view->in_info));
  }
  pic_picture picture = frame_picture(out);
  gboolean drawn =
      stage_draw(&((DualcamView *)view)->stage, due, inputs, &picture, frame_is_full_range(&view->out_info));
  g_free(inputs);
  return drawn;
}

/* The whole picture, where only its colours are others. */
static scene *whole(const GstVideoFrame *frame) {
  pic_layer layer = {.target = {0, 0, GST_VIDEO_FRAME_WIDTH(frame), GST_VIDEO_FRAME_HEIGHT(frame)}, .opacity = 255};
  return scene_make(0, &(dualcam_scene){.layers = &layer, .layer_count = 1, .second = 1, .over = 1});
}

static GstFlowReturn dualcam_view_transform_frame(GstVideoFilter *filter, GstVideoFrame *in, GstVideoFrame *out) {
  DualcamView *view = (DualcamView *)filter;
  scene *due = take(view, in->buffer);
  gboolean drawn;
  if (due->count > 0) {
    drawn = draw(filter, due, in, out);
  } else {
    scene *all = whole(in);
    drawn = draw(filter, all, in, out);
    scene_drop(all);
  }
  timeline_put_back(&view->scenes, due);
  if (drawn) return GST_FLOW_OK;
  GST_ELEMENT_ERROR(view, RESOURCE, NO_SPACE_LEFT, ("There is no memory left to draw in."), (NULL));
  return GST_FLOW_ERROR;
}

static void dualcam_view_finalize(GObject *object) {
  timeline_clear(&((DualcamView *)object)->scenes);
  stage_clear(&((DualcamView *)object)->stage);
  G_OBJECT_CLASS(dualcam_view_parent_class)->finalize(object);
}

/* Late frames are recorded all the same. */
static void dualcam_view_init(DualcamView *view) {
  timeline_init(&view->scenes);
  gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(view), FALSE);
}

static void dualcam_view_class_init(DualcamViewClass *class) {
  GstElementClass *element = GST_ELEMENT_CLASS(class);
  GstBaseTransformClass *transform = GST_BASE_TRANSFORM_CLASS(class);
  G_OBJECT_CLASS(class)->finalize = dualcam_view_finalize;
  transform->transform_caps = dualcam_view_transform_caps;
  transform->fixate_caps = dualcam_view_fixate_caps;
  transform->prepare_output_buffer = dualcam_view_prepare_output_buffer;
  transform->transform = dualcam_view_transform;
  GST_VIDEO_FILTER_CLASS(class)->set_info = dualcam_view_set_info;
  GST_VIDEO_FILTER_CLASS(class)->transform_frame = dualcam_view_transform_frame;
  gst_element_class_add_static_pad_template(element, &source_template);
  gst_element_class_add_static_pad_template(element, &sink_template);
  gst_element_class_set_static_metadata(element, "dualcam view", "Filter/Converter/Video",
                                        "Cuts out of a picture and changes its colours", "dualcam");
}

bool view_register(void) {
  return gst_element_register(NULL, "dualcamview", GST_RANK_NONE, dualcam_view_get_type());
}

timeline *view_timeline(void *element) {
  if (!G_TYPE_CHECK_INSTANCE_TYPE(element, dualcam_view_get_type())) return NULL;
  return &((DualcamView *)element)->scenes;
}
