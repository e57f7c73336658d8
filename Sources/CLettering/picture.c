#include "lettering.h"

#include "image.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <string.h>

static const guint8 png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

static guint32 number_at(const uint8_t *bytes) {
  return (guint32)bytes[0] << 24 | (guint32)bytes[1] << 16 | (guint32)bytes[2] << 8 | bytes[3];
}

/* Whether a PNG's pieces reach to its end: the loader takes what is there of one that was cut off. */
static gboolean is_whole(const uint8_t *bytes, size_t count) {
  for (size_t at = sizeof png; count - at >= 12;) {
    size_t length = number_at(bytes + at);
    if (length > count - at - 12) return FALSE;
    if (memcmp(bytes + at + 4, "IEND", 4) == 0) return TRUE;
    at += length + 12;
  }
  return FALSE;
}

/* Pixels of a picture that is read: four times as many bytes are needed for them. */
enum { MOST = 1 << 26 };

typedef struct reading {
  int width, height;   /* the picture's own */
  int wanted[2];       /* 0: its own */
  gboolean is_too_large, is_known;
} reading;

/* gdk-pixbuf's word for what the bytes are; NULL: something else. */
static const char *kind_of(const uint8_t *bytes, size_t count) {
  if (count >= sizeof png && memcmp(bytes, png, sizeof png) == 0) return "png";
  return g_strstr_len((const char *)bytes, (gssize)count, "<svg") ? "svg" : NULL;
}

static gboolean is_too_large(gint64 width, gint64 height) {
  return width > LETTERING_LARGEST || height > LETTERING_LARGEST || width * height > MOST;
}

/* Whether a PNG says that it is too large. gdk-pixbuf fills all of its pixels before anybody can keep it from that, of a file of a
   hundred bytes, too. The first piece has the size; libpng takes no other one there. */
static gboolean says_too_large(const uint8_t *bytes, size_t count) {
  const size_t size = sizeof png + 8;
  return count >= size + 8 && is_too_large(number_at(bytes + size), number_at(bytes + size + 4));
}

static void prepared(GdkPixbufLoader *loader, int width, int height, gpointer data) {
  reading *state = data;
  state->width = width, state->height = height;
  state->is_known = TRUE;
  state->is_too_large = is_too_large(width, height);
  if (state->is_too_large) {
    /* Nothing of it is kept. */
    gdk_pixbuf_loader_set_size(loader, 1, 1);
  } else if (state->wanted[0] > 0) {
    gdk_pixbuf_loader_set_size(loader, state->wanted[0], state->wanted[1]);
  }
}

/* Gives the bytes to the loader piece by piece, until they are found to be too large. */
static gboolean feed(GdkPixbufLoader *loader, const uint8_t *bytes, size_t count, const reading *state) {
  enum { PIECE = 65536 };
  for (size_t from = 0; from < count && !state->is_too_large; from += PIECE) {
    if (!gdk_pixbuf_loader_write(loader, bytes + from, MIN(PIECE, count - from), NULL)) return FALSE;
  }
  return !state->is_too_large;
}

static GdkPixbuf *read_whole(const uint8_t *bytes, size_t count, reading *state, lettering_verdict *verdict) {
  const char *kind = kind_of(bytes, count);
  *verdict = kind ? LETTERING_NO_READER : LETTERING_NO_PICTURE;
  if (kind && strcmp(kind, "png") == 0 && says_too_large(bytes, count)) {
    *verdict = LETTERING_TOO_LARGE;
    return NULL;
  }
  GdkPixbufLoader *loader = kind ? gdk_pixbuf_loader_new_with_type(kind, NULL) : NULL;
  if (!loader) return NULL;
  g_signal_connect(loader, "size-prepared", G_CALLBACK(prepared), state);
  gboolean is_fed = (strcmp(kind, "png") != 0 || is_whole(bytes, count)) && feed(loader, bytes, count, state);
  gboolean is_closed = gdk_pixbuf_loader_close(loader, NULL);
  /* The loader of SVG tells the size at its end only. */
  gboolean is_sound = is_fed && is_closed && !state->is_too_large;
  GdkPixbuf *picture = is_sound ? gdk_pixbuf_loader_get_pixbuf(loader) : NULL;
  if (picture) g_object_ref(picture);
  g_object_unref(loader);
  *verdict = picture ? LETTERING_SOUND : state->is_too_large ? LETTERING_TOO_LARGE : LETTERING_BROKEN;
  return picture;
}

lettering_verdict lettering_judge(const uint8_t *bytes, size_t count, int *width, int *height) {
  reading state = {0};
  lettering_verdict verdict;
  GdkPixbuf *picture = read_whole(bytes, count, &state, &verdict);
  *width = state.width, *height = state.height;
  if (picture && (*width < 1 || *height < 1)) {
    *width = gdk_pixbuf_get_width(picture), *height = gdk_pixbuf_get_height(picture);
  }
  if (picture) g_object_unref(picture);
  return verdict;
}

static uint32_t multiplied(const guchar *pixel, gboolean has_alpha) {
  guint alpha = has_alpha ? pixel[3] : 255, colour = alpha << 24;
  for (int part = 0; part < 3; part++) colour |= ((pixel[part] * alpha + 127) / 255) << (16 - 8 * part);
  return colour;
}

lettering_image *lettering_picture(const uint8_t *bytes, size_t count, int width, int height) {
  reading state = {.wanted = {width, height}};
  lettering_verdict verdict;
  GdkPixbuf *picture = width > 0 && height > 0 ? read_whole(bytes, count, &state, &verdict) : NULL;
  if (!picture) return NULL;
  int wide = gdk_pixbuf_get_width(picture), high = gdk_pixbuf_get_height(picture);
  lettering_image *image = image_end(image_begin(wide, high));
  int channels = gdk_pixbuf_get_n_channels(picture), stride = gdk_pixbuf_get_rowstride(picture);
  const guchar *rows = gdk_pixbuf_read_pixels(picture);
  for (int row = 0; image && row < high; row++) {
    for (int column = 0; column < wide; column++) {
      const guchar *pixel = rows + (gsize)row * (gsize)stride + (gsize)column * (gsize)channels;
      image->pixels[(gsize)row * (gsize)wide + (gsize)column] = multiplied(pixel, gdk_pixbuf_get_has_alpha(picture));
    }
  }
  g_object_unref(picture);
  return image;
}
