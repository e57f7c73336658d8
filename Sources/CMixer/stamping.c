#include "frame.h"
#include "mixer.h"

#include <gst/gst.h>

bool dualcam_stamp(void *pad, void **buffer, const dualcam_placed_stamp *stamps, int count) {
  GstCaps *caps = gst_pad_get_current_caps(pad);
  GstVideoInfo info;
  gboolean known = caps && gst_video_info_from_caps(&info, caps);
  gst_clear_caps(&caps);
  if (!known) return false;
  GstVideoFormat format = GST_VIDEO_INFO_FORMAT(&info);
  if (format != GST_VIDEO_FORMAT_NV12 && format != GST_VIDEO_FORMAT_I420) return false;
  GstBuffer *own = gst_buffer_make_writable((GstBuffer *)*buffer);
  *buffer = own;
  GstVideoFrame frame;
  if (!gst_video_frame_map(&frame, &info, own, GST_MAP_READWRITE)) return false;
  pic_picture picture = frame_picture(&frame);
  for (int index = 0; index < count; index++) {
    pic_stamp_draw(stamps[index].stamp, &picture, stamps[index].x, stamps[index].y);
  }
  gst_video_frame_unmap(&frame);
  return true;
}
