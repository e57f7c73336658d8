#include <gst/gst.h>
#include <gst/audio/audio.h>
#include <gst/base/base.h>
#include <gst/pbutils/pbutils.h>
#include <gst/video/video.h>
#include <gst/video/video-event.h>
/* HTTP, WebSocket, D-Bus, sockets. */
#include <gio/gunixsocketaddress.h>
#include <libsoup/soup.h>
/* VIDIOC_QUERYCAP tells driver, card and bus of a camera, which GStreamer tells only where udev runs. */
#include <linux/videodev2.h>
