#include "jpeg_blocks.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

typedef struct {
  struct jpeg_error_mgr errors;
  jmp_buf end;
  jpeg_blocks outcome;
} Reader;

static void finish(j_common_ptr picture) { longjmp(((Reader *)picture->err)->end, 1); }

// libjpeg replaces missing blocks with grey ones and warns of that. A missing end marker alone is no such warning.
static void judge(j_common_ptr picture, int level) {
  int code = picture->err->msg_code;
  if (level >= 0 || (code != JWRN_HIT_MARKER && code != JWRN_HUFF_BAD_CODE && code != JWRN_MUST_RESYNC)) return;
  ((Reader *)picture->err)->outcome = JPEG_BLOCKS_INCOMPLETE;
  finish(picture);
}

static void read_blocks(j_decompress_ptr picture, Reader *reader) {
  jpeg_read_header(picture, TRUE);
  if (picture->progressive_mode || picture->arith_code || jpeg_has_multiple_scans(picture)) return;
  // Only the mean brightness of each block is computed.
  picture->scale_num = 1, picture->scale_denom = 8;
  if (picture->jpeg_color_space == JCS_YCbCr) picture->out_color_space = JCS_GRAYSCALE;
  jpeg_start_decompress(picture);
  JSAMPARRAY row = picture->mem->alloc_sarray(
      (j_common_ptr)picture, JPOOL_IMAGE, picture->output_width * picture->output_components, 1);
  while (picture->output_scanline < picture->output_height) jpeg_read_scanlines(picture, row, 1);
  reader->outcome = JPEG_BLOCKS_COMPLETE;
}

// No local variable of this function changes after setjmp, so none is undefined after longjmp.
static void read_guarded(j_decompress_ptr picture, Reader *reader, const uint8_t *bytes, size_t size) {
  if (setjmp(reader->end)) return;
  jpeg_create_decompress(picture);
  jpeg_mem_src(picture, bytes, size);
  read_blocks(picture, reader);
}

jpeg_blocks jpeg_blocks_in(const uint8_t *bytes, size_t size) {
  struct jpeg_decompress_struct picture;
  memset(&picture, 0, sizeof picture);
  Reader reader = {.outcome = JPEG_BLOCKS_UNKNOWN};
  picture.err = jpeg_std_error(&reader.errors);
  reader.errors.error_exit = finish;
  reader.errors.emit_message = judge;
  read_guarded(&picture, &reader, bytes, size);
  jpeg_destroy_decompress(&picture);
  return reader.outcome;
}
