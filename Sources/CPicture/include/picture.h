/* Pictures in 4:2:0, 8 bits, drawn over each other. Plain C without any library: nothing here knows GStreamer. */
#ifndef DUALCAM_PICTURE_H
#define DUALCAM_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

/* The planes of one picture. I420: Y, U, V. NV12 (`interleaved`): Y, and U and V in turn; the third plane is unused.
   Width and height are at least 1 and may be odd; chroma planes are rounded up. Strides are bytes from row to row. */
typedef struct pic_picture {
  uint8_t *plane[3];
  int stride[3];
  int width, height;
  bool interleaved;
} pic_picture;

/* In pixels from the top left corner; fractions of pixels count. */
typedef struct pic_rect {
  double x, y, width, height;
} pic_rect;

/* Luma and chroma as the output stores them. */
typedef struct pic_paint {
  uint8_t y, u, v;
} pic_paint;

typedef enum pic_background { PIC_BLACK, PIC_WHITE, PIC_CHECKER } pic_background;

/* Fills the picture; black and white as the range has them, squares of 8 pixels as GStreamer's compositor draws them. */
void pic_fill(const pic_picture *out, pic_background background, bool full_range);

/* From one YCbCr to another: ranges and matrices. Results are within 1 of the exact formula, which takes the chroma sample
   that covers a pixel for that pixel's. */
typedef struct pic_colour {
  bool identity;
  uint16_t luma;
  int16_t luma_u, luma_v, luma_offset;
  int16_t uu, uv, vu, vv;
} pic_colour;

/* A colour space: the weights of red and blue in luma, and whether luma takes 0...255 (else 16...235). */
typedef struct pic_space {
  double red, blue;
  bool full_range;
} pic_space;

void pic_colour_set(pic_colour *colour, pic_space from, pic_space to);

/* What `count` samples of chroma add to the luma of the two pixels over each, for both rows of luma that lie over them. */
void pic_colour_shares(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, int16_t *shares);
/* `shares` from the first pixel's on. */
void pic_colour_luma(const pic_colour *colour, const uint8_t *y, const int16_t *shares, int count, uint8_t *out);
void pic_colour_chroma(const pic_colour *colour, const uint8_t *u, const uint8_t *v, int count, uint8_t *out_u,
                       uint8_t *out_v);

/* What surrounds a picture that is drawn over another. Lengths are pixels. */
typedef struct pic_frame {
  double radius;        /* of the outer corners */
  double border;        /* width, inside of the target */
  double shadow;        /* how far the shadow reaches beyond the target; 0: none */
  double shadow_offset; /* how far it is moved down */
  double shadow_share;  /* 0...1: how dark it is next to the target */
  pic_paint border_paint, shadow_paint;
} pic_frame;

/* A frame's weights for a target of one size at one position between the pixels: out = (A * main + B * inset + C) / 255.
   Counted; any thread may make, keep and drop one. */
typedef struct pic_mask pic_mask;

/* NULL where memory lacks or the target is empty or beyond 32768 pixels wide or high. */
pic_mask *pic_mask_make(pic_rect target, pic_frame frame);
pic_mask *pic_mask_keep(pic_mask *mask);
void pic_mask_drop(pic_mask *mask);
/* The weights at a pixel, counted from the canvas's corner for a target at its place. For tests. */
void pic_mask_weights(const pic_mask *mask, pic_rect target, int x, int y, int *main, int *inset, int *constant);

/* What becomes of colours: tables over the YCbCr of one colour space. Counted; any thread may make, keep and drop one. */
typedef struct pic_look pic_look;

/* `lattice`: side x side x side points of RGB, 0...1 and beyond, red fastest, as a .cube file lists them, for red, green and blue from
   0 to 1; between the points tetrahedra. NULL where memory lacks or `side` is not 2...129. */
pic_look *pic_look_make(const float *lattice, int side, pic_space space);
pic_look *pic_look_keep(pic_look *look);
void pic_look_drop(pic_look *look);

/* One picture on the canvas. Layers are drawn in order, later ones over earlier ones. */
typedef struct pic_layer {
  int input;       /* which input is drawn */
  pic_rect source; /* in the input's pixels; a width or height of 0 or less takes the whole picture */
  pic_rect target; /* on the canvas, may leave it */
  int opacity;     /* 0...255 */
  pic_mask *mask;  /* NULL: hard edges at whole pixels */
  pic_look *look;  /* of the output's colour space; NULL: colours as they are */
} pic_layer;

/* How one picture gives way to a second one, over the whole canvas. */
typedef enum pic_effect { PIC_DISSOLVE, PIC_WIPE, PIC_CIRCLE } pic_effect;

typedef struct pic_transition {
  pic_effect effect;
  double share;    /* 0...1: how much of the second picture is there */
  double x, y;     /* a wipe's direction, in which the edge moves; a circle's middle in pixels */
  double softness; /* how wide the edge is in pixels; 0: hard */
} pic_transition;

/* Draws the second picture over the first one, which may be `out` itself; all three have one size and one format. The second
   one's share at a pixel's middle is t = (e - d) / w + 1/2 from 0 to 1, with w = max(softness, 1); for a softness above 1
   it is t * t * (3 - 2 * t).
   Wipe: d lies along the direction, e moves from least - softness / 2 to most + softness / 2 of the canvas's corners.
   Circle: d is the distance from the middle, e moves from -w / 2 to the farthest corner and w / 2.
   Chroma samples are pixels of twice the size. */
void pic_transit(const pic_picture *out, const pic_picture *first, const pic_picture *second,
                 const pic_transition *transition);

/* A rectangle of one colour; fractions of pixels count. */
typedef struct pic_bar {
  pic_rect target;
  pic_paint paint;
  int opacity; /* 0...255 */
} pic_bar;

/* Every sample takes as much of the paint as the bar covers of it. */
void pic_draw_bar(const pic_picture *out, const pic_bar *bar);

/* What a layer needs to be drawn: tables of its scaling and rows to work in. Not for two threads at once. */
typedef struct pic_drawing pic_drawing;

/* NULL where memory lacks. Holds on to the layer's mask and look. */
pic_drawing *pic_drawing_make(const pic_layer *layer, int in_width, int in_height, int out_width, int out_height);
void pic_drawing_drop(pic_drawing *drawing);
bool pic_drawing_fits(const pic_drawing *drawing, const pic_layer *layer, int in_width, int in_height, int out_width,
                      int out_height);
/* Whether every pixel from (x, y) on is the layer's own; else the background shows through. */
bool pic_drawing_is_opaque(const pic_drawing *drawing);
/* Whether `out` would become a part of `in` sample for sample, and nothing else; `part` is then that part. */
bool pic_drawing_passes(const pic_drawing *drawing, const pic_picture *in, const pic_colour *colour, bool interleaved,
                        pic_picture *part);
/* The pixels it draws, cut to the canvas. */
void pic_drawing_bounds(const pic_drawing *drawing, int *left, int *top, int *right, int *bottom);

/* Both pictures must have the sizes the drawing was made for. */
void pic_draw(pic_drawing *drawing, const pic_picture *out, const pic_picture *in, const pic_colour *colour);

/* A small picture with opacity for each pixel, ready to be laid over others of one colour space. Counted; any thread may make,
   keep and drop one. */
typedef struct pic_stamp pic_stamp;

/* `pixels`: row by row without gaps; alpha in the highest byte, then red, green and blue, multiplied by it. `opacity`, 0...1, is
   of all of it. NULL where memory lacks, or for a side that is not 1...32768. */
pic_stamp *pic_stamp_make(const uint32_t *pixels, int width, int height, double opacity, pic_space space);
pic_stamp *pic_stamp_keep(pic_stamp *stamp);
void pic_stamp_drop(pic_stamp *stamp);
/* Its corner at even pixels, which may lie outside; at odd ones nothing is drawn. */
void pic_stamp_draw(const pic_stamp *stamp, const pic_picture *out, int x, int y);

#endif
