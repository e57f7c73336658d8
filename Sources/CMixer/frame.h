#ifndef DUALCAM_FRAME_H
#define DUALCAM_FRAME_H

#include <gst/video/video.h>
#include <picture.h>

/* A mapped frame in NV12 or I420. */
pic_picture frame_picture(const GstVideoFrame *frame);

gboolean frame_is_full_range(const GstVideoInfo *info);

/* A matrix that is not said or is none of YCbCr's is taken for the other side's. */
pic_space frame_space(const GstVideoInfo *info, const GstVideoInfo *other);

#endif
