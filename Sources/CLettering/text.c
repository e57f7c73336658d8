#include "lettering.h"

#include "image.h"

#include <math.h>
#include <pango/pangocairo.h>

/* A layout over a surface that nothing is drawn on. */
static PangoLayout *make_layout(const char *text, const lettering_style *style) {
  PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  PangoLayout *layout = pango_layout_new(context);
  PangoFontDescription *font = pango_font_description_from_string(style->font);
  g_object_unref(context);
  pango_font_description_set_absolute_size(font, style->size * PANGO_SCALE);
  pango_layout_set_font_description(layout, font);
  pango_font_description_free(font);
  pango_layout_set_text(layout, text, -1);
  if (style->widest > 0) {
    pango_layout_set_width(layout, (int)fmin(style->widest * PANGO_SCALE, G_MAXINT / 2));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  }
  return layout;
}

static void set_colour(cairo_t *context, lettering_colour colour) {
  cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha);
}

static void draw_plate(cairo_t *context, const lettering_style *style, double width, double height) {
  double radius = fmin(style->radius, fmin(width, height) / 2);
  cairo_new_sub_path(context);
  cairo_arc(context, width - radius, radius, radius, -G_PI_2, 0);
  cairo_arc(context, width - radius, height - radius, radius, 0, G_PI_2);
  cairo_arc(context, radius, height - radius, radius, G_PI_2, G_PI);
  cairo_arc(context, radius, radius, radius, G_PI, 3 * G_PI_2);
  cairo_close_path(context);
  set_colour(context, style->plate_colour);
  cairo_fill(context);
}

static void draw_letters(cairo_t *context, PangoLayout *layout, const lettering_style *style) {
  if (style->outline > 0) {
    pango_cairo_layout_path(context, layout);
    cairo_set_line_width(context, 2 * style->outline);
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
    set_colour(context, style->outline_colour);
    cairo_stroke(context);
  }
  set_colour(context, style->colour);
  pango_cairo_show_layout(context, layout);
}

int lettering_lacks(const char *text, const lettering_style *style) {
  PangoLayout *layout = make_layout(text, style);
  int count = pango_layout_get_unknown_glyphs_count(layout);
  g_object_unref(layout);
  return count;
}

/* What lies between the letters' box and the picture's edge. */
static double edge(const lettering_style *style) {
  double outline = ceil(style->outline);
  return style->plate ? fmax(ceil(style->padding), outline) : outline;
}

/* The letters' box, what lies left of it and above it, and the size of the whole picture. */
typedef struct extent {
  PangoRectangle box;
  int left, above, width, height;
} extent;

static extent measure(PangoLayout *layout, const lettering_style *style) {
  PangoRectangle ink, box;
  pango_layout_get_pixel_extents(layout, &ink, &box);
  /* Italic letters reach beyond their box. */
  int left = MAX(0, box.x - ink.x), right = MAX(0, ink.x + ink.width - box.x - box.width);
  int above = MAX(0, box.y - ink.y), below = MAX(0, ink.y + ink.height - box.y - box.height);
  int border = (int)edge(style);
  return (extent){box, border + left, border + above, box.width + left + right + 2 * border,
                  box.height + above + below + 2 * border};
}

/* A larger picture is refused, however little of it is seen. */
static bool is_drawable(extent size) { return size.width <= LETTERING_LARGEST && size.height <= LETTERING_LARGEST; }

bool lettering_fits(const char *text, const lettering_style *style) {
  PangoLayout *layout = make_layout(text, style);
  extent size = measure(layout, style);
  g_object_unref(layout);
  return is_drawable(size);
}

lettering_image *lettering_text(const char *text, const lettering_style *style) {
  PangoLayout *layout = make_layout(text, style);
  extent size = measure(layout, style);
  /* Not its columns, too: Cairo rounds a line otherwise that it has cut at a side. */
  int rows = style->seen > 0 ? MIN(size.height, style->seen) : size.height;
  cairo_t *context = is_drawable(size) ? image_begin(size.width, rows) : NULL;
  if (context) {
    if (style->plate) draw_plate(context, style, size.width, size.height);
    cairo_translate(context, size.left - size.box.x, size.above - size.box.y);
    draw_letters(context, layout, style);
  }
  lettering_image *image = image_end(context);
  if (image) {
    image->left = size.left;
    image->right = image->left + size.box.width;
    image->baseline = size.above + PANGO_PIXELS(pango_layout_get_baseline(layout)) - size.box.y;
  }
  g_object_unref(layout);
  return image;
}

lettering_image *lettering_plate(double width, const lettering_style *style) {
  PangoLayout *layout = make_layout("0", style);
  PangoRectangle box;
  pango_layout_get_pixel_extents(layout, NULL, &box);
  int border = (int)edge(style), wide = (int)ceil(width) + 2 * border, high = box.height + 2 * border;
  cairo_t *context = image_begin(wide, high);
  if (context && style->plate) draw_plate(context, style, wide, high);
  lettering_image *image = image_end(context);
  if (image) {
    image->left = border, image->right = wide - border;
    image->baseline = border + PANGO_PIXELS(pango_layout_get_baseline(layout)) - box.y;
  }
  g_object_unref(layout);
  return image;
}
