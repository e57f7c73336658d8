#include "drawing.h"

#include <string.h>

/* One row of the input on its way to the output. */
typedef struct pic_chroma {
  const uint8_t *u, *v;
} pic_chroma;

static pic_plane plane_of(const pic_picture *in, int plane) {
  int width = plane == 0 ? in->width : (in->width + 1) / 2 * (in->interleaved ? 2 : 1);
  return (pic_plane){in->plane[plane], in->stride[plane], width};
}

static const uint8_t *input_row(const pic_plane *plane, const pic_axis *down, int row) {
  return plane->data + (ptrdiff_t)(row + down->shift) * plane->stride;
}

static int length(const pic_axis *axis) { return axis->to - axis->from; }

/* One plane's row for the output: where nothing is to be done the input's own, else in `into`. */
static const uint8_t *fetch(pic_drawing *drawing, pic_plane plane, const pic_axis *across, const pic_axis *down,
                            int row, uint8_t *into) {
  if (across->copies && down->copies) return input_row(&plane, down, row) + across->from + across->shift;
  if (across->step && across->step == down->step) {
    const uint8_t *above = plane.data + (ptrdiff_t)down->start[row - down->from] * plane.stride + across->shift;
    if (down->step == 2) {
      pic_halve(above, above + plane.stride, length(across), into);
    } else {
      pic_quarter(above, plane.stride, length(across), into);
    }
  } else {
    pic_plane part = {plane.data + across->first, plane.stride, across->past - across->first};
    pic_scale_down(&part, down, row, drawing->sums, drawing->middle[0] + across->first);
    pic_scale_across(drawing->middle[0], across, into);
  }
  return into;
}

static pic_chroma fetch_parted(pic_drawing *drawing, const pic_picture *in, int row) {
  pic_plane plane = plane_of(in, 1);
  const pic_axis *across = &drawing->chroma_x, *down = &drawing->chroma_y;
  if (across->copies && down->copies) {
    const uint8_t *both = input_row(&plane, down, row) + 2 * (ptrdiff_t)(across->from + across->shift);
    pic_part_bytes(both, length(across), drawing->chroma[0], drawing->chroma[1]);
  } else if (across->step && across->step == down->step) {
    const uint8_t *above = plane.data + (ptrdiff_t)down->start[row - down->from] * plane.stride + 2 * across->shift;
    if (down->step == 2) {
      pic_halve_both(above, above + plane.stride, length(across), drawing->chroma[0], drawing->chroma[1]);
    } else {
      pic_quarter_both(above, plane.stride, length(across), drawing->chroma[0], drawing->chroma[1]);
    }
  } else {
    int first = across->first, count = across->past - first;
    pic_plane part = {plane.data + 2 * (ptrdiff_t)first, plane.stride, 2 * count};
    pic_scale_down(&part, down, row, drawing->sums, drawing->both);
    pic_part(drawing->both, count, drawing->middle[0] + first, drawing->middle[1] + first);
    for (int side = 0; side < 2; side++) pic_scale_across(drawing->middle[side], across, drawing->chroma[side]);
  }
  return (pic_chroma){drawing->chroma[0], drawing->chroma[1]};
}

static pic_chroma fetch_chroma(pic_drawing *drawing, const pic_picture *in, int row) {
  if (in->interleaved) return fetch_parted(drawing, in, row);
  const pic_axis *across = &drawing->chroma_x, *down = &drawing->chroma_y;
  return (pic_chroma){fetch(drawing, plane_of(in, 1), across, down, row, drawing->chroma[0]),
                      fetch(drawing, plane_of(in, 2), across, down, row, drawing->chroma[1])};
}

/* Puts a row over the output's: as it is, by the layer's opacity, or through its mask. */
static void put(pic_drawing *drawing, bool is_chroma, int second, int row, const uint8_t *picture, uint8_t *out) {
  const pic_axis *across = is_chroma ? &drawing->chroma_x : &drawing->luma_x;
  int opacity = drawing->layer.opacity, half = is_chroma ? 2 : 1;
  if (!drawing->layer.mask) {
    static const uint8_t none = 0, all = 255;
    static const uint16_t nothing = 0;
    pic_span span = {&none, &all, &nothing, true};
    if (picture != out) pic_blend(&span, picture, length(across), opacity > 255 ? 255 : opacity, out);
    return;
  }
  int first = drawing->left / half, last = (drawing->right + half - 1) / half;
  if (picture && length(across) > 0) memcpy(drawing->framed + (across->from - first), picture, (size_t)length(across));
  pic_blend_row(drawing->layer.mask, is_chroma, second, row - drawing->area_top / half,
                first - drawing->area_left / half, last - first, drawing->framed, opacity > 255 ? 255 : opacity, out);
}

static bool lies_in(const pic_axis *down, int row) { return row >= down->from && row < down->to; }

/* What chroma adds to the luma of the row's first pixel, and so on. */
static const int16_t *shares_of(const pic_drawing *drawing) { return drawing->shares + drawing->luma_x.from % 2; }

static void draw_luma(pic_drawing *drawing, const pic_picture *out, const pic_picture *in, const pic_colour *colour,
                      int row) {
  uint8_t *to = out->plane[0] + (ptrdiff_t)row * out->stride[0] + drawing->left;
  if (!lies_in(&drawing->luma_y, row) || length(&drawing->luma_x) == 0) return put(drawing, false, 0, row, NULL, to);
  bool plain = pic_drawing_is_opaque(drawing);
  uint8_t *into = plain && colour->identity ? to : drawing->luma;
  const uint8_t *y = fetch(drawing, plane_of(in, 0), &drawing->luma_x, &drawing->luma_y, row, into);
  if (!colour->identity) {
    uint8_t *converted = plain ? to : drawing->converted;
    pic_colour_luma(colour, y, shares_of(drawing), length(&drawing->luma_x), converted);
    y = converted;
  }
  put(drawing, false, 0, row, y, to);
}

static void put_chroma(pic_drawing *drawing, const pic_picture *out, pic_chroma chroma, int row) {
  int first = drawing->left / 2, count = (drawing->right + 1) / 2 - first;
  if (!out->interleaved) {
    put(drawing, true, 0, row, chroma.u, out->plane[1] + (ptrdiff_t)row * out->stride[1] + first);
    return put(drawing, true, 1, row, chroma.v, out->plane[2] + (ptrdiff_t)row * out->stride[2] + first);
  }
  uint8_t *to = out->plane[1] + (ptrdiff_t)row * out->stride[1] + 2 * (ptrdiff_t)first;
  if (pic_drawing_is_opaque(drawing)) return pic_join_bytes(chroma.u, chroma.v, count, to);
  pic_part_bytes(to, count, drawing->under[0], drawing->under[1]);
  put(drawing, true, 0, row, chroma.u, drawing->under[0]);
  put(drawing, true, 1, row, chroma.v, drawing->under[1]);
  pic_join_bytes(drawing->under[0], drawing->under[1], count, to);
}

/* NV12 as it is: U and V need not be parted. */
static bool copies_both(const pic_drawing *drawing, const pic_picture *out, const pic_picture *in,
                        const pic_colour *colour) {
  return in->interleaved && out->interleaved && colour->identity && !drawing->layer.look && drawing->chroma_x.copies &&
         drawing->chroma_y.copies && pic_drawing_is_opaque(drawing);
}

static void copy_both(const pic_drawing *drawing, const pic_picture *out, const pic_picture *in, int row) {
  pic_plane plane = plane_of(in, 1);
  const pic_axis *across = &drawing->chroma_x;
  const uint8_t *from = input_row(&plane, &drawing->chroma_y, row) + 2 * (ptrdiff_t)(across->from + across->shift);
  uint8_t *to = out->plane[1] + (ptrdiff_t)row * out->stride[1] + 2 * (ptrdiff_t)across->from;
  memcpy(to, from, 2 * (size_t)length(across));
}

static pic_chroma convert_chroma(pic_drawing *drawing, const pic_colour *colour, pic_chroma chroma) {
  if (colour->identity || !chroma.u) return chroma;
  pic_colour_chroma(colour, chroma.u, chroma.v, length(&drawing->chroma_x), drawing->changed[0], drawing->changed[1]);
  return (pic_chroma){drawing->changed[0], drawing->changed[1]};
}

/* A row of luma in the output's colours, from an even pixel to an even number of them: what lacks is as its neighbour. */
static void fetch_whole_luma(pic_drawing *drawing, const pic_picture *in, const pic_colour *colour, int row,
                             uint8_t *whole) {
  const pic_axis *across = &drawing->luma_x;
  int odd = across->from % 2, count = length(across);
  const uint8_t *y = fetch(drawing, plane_of(in, 0), across, &drawing->luma_y, row, drawing->luma);
  if (colour->identity) {
    memcpy(whole + odd, y, (size_t)count);
  } else {
    pic_colour_luma(colour, y, shares_of(drawing), count, whole + odd);
  }
  if (odd) whole[0] = whole[1];
  whole[odd + count] = whole[odd + count - 1];
}

/* Both rows of luma over a row of chroma, and that, with the layer's look. */
static void draw_looked(pic_drawing *drawing, const pic_picture *out, const pic_picture *in, const pic_colour *colour,
                        pic_chroma chroma, int row) {
  pic_rows *plain = &drawing->plain, *looked = &drawing->looked;
  uint8_t *into[2] = {plain->upper, plain->lower};
  for (int side = 0; side < 2; side++) {
    if (lies_in(&drawing->luma_y, 2 * row + side)) {
      fetch_whole_luma(drawing, in, colour, 2 * row + side, into[side]);
    } else {
      into[side] = into[1 - side];
    }
  }
  chroma = convert_chroma(drawing, colour, chroma);
  pic_rows rows = {into[0], into[1], (uint8_t *)chroma.u, (uint8_t *)chroma.v};
  pic_look_rows(drawing->layer.look, &rows, length(&drawing->chroma_x), looked);
  for (int side = 0; side < 2; side++) {
    int line = 2 * row + side;
    if (line < drawing->top || line >= drawing->bottom) continue;
    const uint8_t *picture = lies_in(&drawing->luma_y, line) ? side ? looked->lower : looked->upper : NULL;
    put(drawing, false, 0, line, picture ? picture + drawing->luma_x.from % 2 : NULL,
        out->plane[0] + (ptrdiff_t)line * out->stride[0] + drawing->left);
  }
  put_chroma(drawing, out, (pic_chroma){looked->u, looked->v}, row);
}

static void draw_plain(pic_drawing *drawing, const pic_picture *out, const pic_picture *in, const pic_colour *colour,
                       int row) {
  for (int line = 2 * row; line < 2 * row + 2; line++) {
    if (line >= drawing->top && line < drawing->bottom) draw_luma(drawing, out, in, colour, line);
  }
}

void pic_draw(pic_drawing *drawing, const pic_picture *out, const pic_picture *in, const pic_colour *colour) {
  if (drawing->right <= drawing->left || drawing->bottom <= drawing->top) return;
  bool whole = copies_both(drawing, out, in, colour);
  for (int row = drawing->top / 2; row < (drawing->bottom + 1) / 2; row++) {
    pic_chroma chroma = {NULL, NULL};
    if (!whole && lies_in(&drawing->chroma_y, row) && length(&drawing->chroma_x) > 0) {
      chroma = fetch_chroma(drawing, in, row);
      if (!colour->identity) {
        pic_colour_shares(colour, chroma.u, chroma.v, length(&drawing->chroma_x), drawing->shares);
      }
    }
    if (drawing->layer.look && chroma.u) {
      draw_looked(drawing, out, in, colour, chroma, row);
      continue;
    }
    draw_plain(drawing, out, in, colour, row);
    if (whole) {
      copy_both(drawing, out, in, row);
    } else {
      put_chroma(drawing, out, convert_chroma(drawing, colour, chroma), row);
    }
  }
}
