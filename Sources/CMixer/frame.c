#include "frame.h"

pic_picture frame_picture(const GstVideoFrame *frame) {
  pic_picture picture = {{NULL, NULL, NULL}, {0, 0, 0}, GST_VIDEO_FRAME_WIDTH(frame), GST_VIDEO_FRAME_HEIGHT(frame),
                         GST_VIDEO_FRAME_FORMAT(frame) == GST_VIDEO_FORMAT_NV12};
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(frame); plane++) {
    picture.plane[plane] = GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
    picture.stride[plane] = GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
  }
  return picture;
}

gboolean frame_is_full_range(const GstVideoInfo *info) {
  return info->colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
}

pic_space frame_space(const GstVideoInfo *info, const GstVideoInfo *other) {
  pic_space space = {0.2126, 0.0722, frame_is_full_range(info)};
  if (!gst_video_color_matrix_get_Kr_Kb(info->colorimetry.matrix, &space.red, &space.blue)) {
    gst_video_color_matrix_get_Kr_Kb(other->colorimetry.matrix, &space.red, &space.blue);
  }
  return space;
}
