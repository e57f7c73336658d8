/* Letters and pictures drawn into memory, by Pango, Cairo and gdk-pixbuf. The header leaves them out: a second module with GLib
   in it would break the first one's API notes. Any thread; nothing is shared between calls. */
#ifndef DUALCAM_LETTERING_H
#define DUALCAM_LETTERING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Red, green, blue and opacity, 0...1 each. */
typedef struct lettering_colour {
  double red, green, blue, alpha;
} lettering_colour;

/* Lengths are pixels. */
typedef struct lettering_style {
  const char *font; /* a family and its style as Pango has them, `Sans Bold`; its size counts for nothing */
  double size;      /* of the letters' em */
  lettering_colour colour;
  double outline; /* how far a line around the letters reaches; 0: none */
  lettering_colour outline_colour;
  bool plate; /* whether there is a ground below the letters */
  lettering_colour plate_colour;
  double padding, radius; /* from the letters to the plate's edges; of its corners */
  double widest;          /* lines are broken there; 0: nowhere */
  int seen;               /* rows below so many are not drawn; 0: all are */
} lettering_style;

/* 32 bits a pixel, row by row without gaps: alpha in the highest byte, then red, green and blue, multiplied by it. */
typedef struct lettering_image {
  int width, height;
  int left, right, baseline; /* where the letters' own box begins and ends; the first line they stand on */
  uint32_t *pixels;
} lettering_image;

/* NULL where memory lacks, or the text makes a picture of more than 16384 pixels either way. */
lettering_image *lettering_text(const char *text, const lettering_style *style);
/* False where the text would make a picture of more than 16384 pixels either way. Nothing is drawn. */
bool lettering_fits(const char *text, const lettering_style *style);
/* The plate alone, `width` pixels of letters wide and as high as one line. */
lettering_image *lettering_plate(double width, const lettering_style *style);
/* How many letters of the text no font of this machine has. */
int lettering_lacks(const char *text, const lettering_style *style);
void lettering_drop(lettering_image *image);

typedef enum lettering_verdict {
  LETTERING_SOUND,
  LETTERING_NO_PICTURE, /* neither PNG nor SVG */
  LETTERING_BROKEN,     /* cut off or damaged */
  LETTERING_TOO_LARGE,  /* more than 16384 pixels either way */
  LETTERING_NO_READER   /* gdk-pixbuf has nothing that reads it */
} lettering_verdict;

/* Its own size, which an SVG may have none of: then 0. */
lettering_verdict lettering_judge(const uint8_t *bytes, size_t count, int *width, int *height);
/* In another size; a drawing of lines is drawn for it. NULL: it cannot be read, or memory lacks. */
lettering_image *lettering_picture(const uint8_t *bytes, size_t count, int width, int height);
/* Of width times height pixels that were drawn before; they are copied. NULL: memory lacks, or it would be too large. */
lettering_image *lettering_copy(const uint32_t *pixels, int width, int height);

#endif
