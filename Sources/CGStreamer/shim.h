#include <gst/gst.h>
#include <gst/audio/audio.h>
#include <gst/base/base.h>
#include <gst/fft/gstfftf32.h>
#include <gst/pbutils/pbutils.h>
#include <gst/video/video.h>
#include <gst/video/video-event.h>
/* HTTP, WebSocket, D-Bus, sockets. */
#include <gio/gunixsocketaddress.h>
#include <libsoup/soup.h>
/* VIDIOC_QUERYCAP tells driver, card and bus of a camera, which GStreamer tells only where udev runs. */
#include <linux/videodev2.h>
/* malloc_trim(3), which Swift's module of glibc does not have. */
#include <malloc.h>

/* `stderr` as a stream of our own: Swift reaches neither the variable nor fopencookie(3), which glibc declares for _GNU_SOURCE alone.
   openh264 prints its complaints to `stderr` by itself (WelsStderrTrace), also where nothing is wrong: GStreamer's element ends every
   stream by encoding a picture that is not there. Those lines are left out; all others go to descriptor 2 as they come. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <bits/types/cookie_io_functions_t.h>
extern FILE *fopencookie(void *, const char *, cookie_io_functions_t);

static inline ssize_t write_unless_openh264(void *cookie, const char *bytes, size_t count) {
    static const char prefix[] = "[OpenH264] ";
    (void)cookie;
    if (count >= sizeof prefix - 1 && memcmp(bytes, prefix, sizeof prefix - 1) == 0) return (ssize_t)count;
    for (size_t done = 0; done < count;) {
        ssize_t written = write(STDERR_FILENO, bytes + done, count - done);
        if (written > 0) done += (size_t)written;
        else if (written == 0 || errno != EINTR) return (ssize_t)done;
    }
    return (ssize_t)count;
}

static inline void filter_openh264_complaints(void) {
    cookie_io_functions_t functions = {NULL, write_unless_openh264, NULL, NULL};
    FILE *stream = fopencookie(NULL, "w", functions);
    if (stream == NULL) return;
    setvbuf(stream, NULL, _IONBF, 0);
    /* GLib writes its criticals to no stream whose fileno(3) fails (g_log_writer_standard_streams). */
    stream->_fileno = STDERR_FILENO;
    stderr = stream;
}
