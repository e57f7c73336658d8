#include "intake.h"

#include "frame.h"

#include <gst/video/gstvideofilter.h>
#include <picture_intake.h>

typedef struct DualcamIntake {
  GstVideoFilter parent;
} DualcamIntake;

typedef struct DualcamIntakeClass {
  GstVideoFilterClass parent;
} DualcamIntakeClass;

GType dualcam_intake_get_type(void);
G_DEFINE_TYPE(DualcamIntake, dualcam_intake, GST_TYPE_VIDEO_FILTER)

#define MADE "{ NV12, I420 }"
#define YCBCR "{ NV12, I420, NV21, YV12, YUY2, UYVY, YVYU, VYUY, NV16, NV61, NV24, Y42B, Y444, Y41B, YUV9, YVU9 }"
#define COLOURED \
  "{ RGB, BGR, RGBx, BGRx, xRGB, xBGR, RGBA, BGRA, ARGB, ABGR, RGB16, RGB15, GRAY8, GRAY16_LE, GRAY16_BE }"

static GstStaticPadTemplate source_template =
    GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS(GST_VIDEO_CAPS_MAKE(MADE)));
static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE(
    "sink", GST_PAD_SINK, GST_PAD_ALWAYS,
    GST_STATIC_CAPS(GST_VIDEO_CAPS_MAKE(YCBCR) ";" GST_VIDEO_CAPS_MAKE(COLOURED)));

static GstStaticCaps made_caps = GST_STATIC_CAPS(GST_VIDEO_CAPS_MAKE(MADE));
static GstStaticCaps ycbcr_caps = GST_STATIC_CAPS(GST_VIDEO_CAPS_MAKE(YCBCR));
static GstStaticCaps coloured_caps = GST_STATIC_CAPS(GST_VIDEO_CAPS_MAKE(COLOURED));

/* `caps` as far as they are `from`, with the formats of `to` instead. */
static GstCaps *exchanged(GstCaps *caps, GstStaticCaps *from, GstStaticCaps *to, gboolean keeps_colours) {
  GstCaps *known = gst_static_caps_get(from), *other = gst_static_caps_get(to);
  GstCaps *freed = gst_caps_make_writable(gst_caps_intersect(caps, known));
  for (guint index = 0; index < gst_caps_get_size(freed); index++) {
    GstStructure *structure = gst_caps_get_structure(freed, index);
    gst_structure_remove_fields(structure, "format", "chroma-site", NULL);
    if (!keeps_colours) gst_structure_remove_field(structure, "colorimetry");
  }
  GstCaps *possible = gst_caps_intersect(freed, other);
  gst_caps_unref(freed);
  gst_caps_unref(known);
  gst_caps_unref(other);
  return gst_caps_make_writable(possible);
}

static GstCaps *dualcam_intake_transform_caps(GstBaseTransform *base, GstPadDirection direction, GstCaps *caps,
                                              GstCaps *filter) {
  (void)base;
  GstCaps *possible;
  if (direction == GST_PAD_SINK) {
    possible = exchanged(caps, &ycbcr_caps, &made_caps, TRUE);
    gst_caps_append(possible, exchanged(caps, &coloured_caps, &made_caps, FALSE));
  } else {
    possible = exchanged(caps, &made_caps, &ycbcr_caps, TRUE);
    gst_caps_append(possible, exchanged(caps, &made_caps, &coloured_caps, FALSE));
  }
  if (!filter) return possible;
  GstCaps *wanted = gst_caps_intersect_full(filter, possible, GST_CAPS_INTERSECT_FIRST);
  gst_caps_unref(possible);
  return wanted;
}

static gboolean is_made(const GstVideoInfo *info) {
  return GST_VIDEO_INFO_FORMAT(info) == GST_VIDEO_FORMAT_NV12 || GST_VIDEO_INFO_FORMAT(info) == GST_VIDEO_FORMAT_I420;
}

/* A field that says nothing in the one and all in the other leaves colours as they are. */
static void set_if_free(GstStructure *to, const GstStructure *from, const gchar *name) {
  const gchar *value = gst_structure_get_string(from, name);
  if (value && !gst_structure_has_field(to, name)) gst_structure_set(to, name, G_TYPE_STRING, value, NULL);
}

/* BT.709, limited, is made of RGB and grey where nothing else is wanted; YCbCr stays in its colour space. */
static GstCaps *dualcam_intake_fixate_caps(GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *other) {
  GstStructure *from = gst_caps_get_structure(caps, 0);
  other = gst_caps_make_writable(gst_caps_truncate(other));
  GstStructure *to = gst_caps_get_structure(other, 0);
  GstVideoInfo info;
  if (direction == GST_PAD_SINK && gst_video_info_from_caps(&info, caps)) {
    const gchar *format = gst_structure_get_string(from, "format");
    if (is_made(&info)) gst_structure_fixate_field_string(to, "format", format);
    if (GST_VIDEO_INFO_IS_YUV(&info)) {
      set_if_free(to, from, "colorimetry");
      if (is_made(&info)) set_if_free(to, from, "chroma-site");
    } else if (!gst_structure_has_field(to, "colorimetry")) {
      gst_structure_set(to, "colorimetry", G_TYPE_STRING, "bt709", NULL);
    }
  }
  return GST_BASE_TRANSFORM_CLASS(dualcam_intake_parent_class)->fixate_caps(base, direction, caps, other);
}

/* Fields lie row by row in one picture, and chroma has as many rows for each of them. */
static gboolean can_take(const GstVideoInfo *in) {
  switch (GST_VIDEO_INFO_INTERLACE_MODE(in)) {
  case GST_VIDEO_INTERLACE_MODE_PROGRESSIVE: return TRUE;
  case GST_VIDEO_INTERLACE_MODE_INTERLEAVED:
  case GST_VIDEO_INTERLACE_MODE_MIXED: return GST_VIDEO_INFO_HEIGHT(in) % 4 == 0;
  default: return FALSE;
  }
}

static gboolean dualcam_intake_set_info(GstVideoFilter *intake, GstCaps *in_caps, GstVideoInfo *in, GstCaps *out_caps,
                                        GstVideoInfo *out) {
  (void)out_caps;
  if (can_take(in)) {
    gst_base_transform_set_passthrough(GST_BASE_TRANSFORM(intake), GST_VIDEO_INFO_FORMAT(in) == GST_VIDEO_INFO_FORMAT(out));
    return TRUE;
  }
  GST_ELEMENT_ERROR(intake, STREAM, FORMAT, ("Pictures of two fields can be taken only where rows of both take turns."),
                    ("%" GST_PTR_FORMAT, in_caps));
  return FALSE;
}

static pic_intake_kind kind_of(const GstVideoInfo *info) {
  switch (GST_VIDEO_INFO_FORMAT(info)) {
  case GST_VIDEO_FORMAT_RGB16: return PIC_RGB565;
  case GST_VIDEO_FORMAT_RGB15: return PIC_RGB555;
  case GST_VIDEO_FORMAT_GRAY8: return PIC_GREY;
  case GST_VIDEO_FORMAT_GRAY16_LE: return PIC_GREY16_LE;
  case GST_VIDEO_FORMAT_GRAY16_BE: return PIC_GREY16_BE;
  default: return GST_VIDEO_INFO_IS_RGB(info) ? PIC_RGB : PIC_YCBCR;
  }
}

static pic_intake intake_of(const GstVideoFrame *frame) {
  const GstVideoInfo *info = &frame->info;
  const GstVideoFormatInfo *format = info->finfo;
  pic_intake intake = {.kind = kind_of(info), .width = GST_VIDEO_FRAME_WIDTH(frame), .height = GST_VIDEO_FRAME_HEIGHT(frame),
                       .full_range = info->colorimetry.range != GST_VIDEO_COLOR_RANGE_16_235,
                       .interlaced = GST_VIDEO_FRAME_IS_INTERLACED(frame)};
  for (guint part = 0; part < MIN(GST_VIDEO_FORMAT_INFO_N_COMPONENTS(format), 3); part++) {
    guint plane = GST_VIDEO_FORMAT_INFO_PLANE(format, part);
    intake.samples[part] = (pic_samples){
        GST_VIDEO_FRAME_PLANE_DATA(frame, plane), GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane),
        GST_VIDEO_FORMAT_INFO_POFFSET(format, part), GST_VIDEO_FORMAT_INFO_PSTRIDE(format, part),
        (int)GST_VIDEO_FORMAT_INFO_W_SUB(format, part), (int)GST_VIDEO_FORMAT_INFO_H_SUB(format, part)};
  }
  return intake;
}

static GstFlowReturn dualcam_intake_transform_frame(GstVideoFilter *filter, GstVideoFrame *in, GstVideoFrame *out) {
  pic_picture picture = frame_picture(out);
  pic_intake intake = intake_of(in);
  pic_take(&picture, &intake, frame_space(&filter->out_info, &filter->out_info));
  return GST_FLOW_OK;
}

/* Late frames are recorded all the same. */
static void dualcam_intake_init(DualcamIntake *intake) {
  gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(intake), FALSE);
}

static void dualcam_intake_class_init(DualcamIntakeClass *class) {
  GstElementClass *element = GST_ELEMENT_CLASS(class);
  GstBaseTransformClass *transform = GST_BASE_TRANSFORM_CLASS(class);
  transform->transform_caps = dualcam_intake_transform_caps;
  transform->fixate_caps = dualcam_intake_fixate_caps;
  transform->passthrough_on_same_caps = FALSE;
  GST_VIDEO_FILTER_CLASS(class)->set_info = dualcam_intake_set_info;
  GST_VIDEO_FILTER_CLASS(class)->transform_frame = dualcam_intake_transform_frame;
  gst_element_class_add_static_pad_template(element, &source_template);
  gst_element_class_add_static_pad_template(element, &sink_template);
  gst_element_class_set_static_metadata(element, "dualcam intake", "Filter/Converter/Video",
                                        "Brings what cameras deliver into NV12 or I420", "dualcam");
}

bool intake_register(void) {
  return gst_element_register(NULL, "dualcamintake", GST_RANK_NONE, dualcam_intake_get_type());
}
