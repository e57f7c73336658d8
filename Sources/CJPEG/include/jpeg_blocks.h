#pragma once
#include <stddef.h>
#include <stdint.h>

// The completeness of a JPEG picture's coded blocks.
typedef enum {
  JPEG_BLOCKS_COMPLETE,
  // Some blocks are missing, or their codes are invalid.
  JPEG_BLOCKS_INCOMPLETE,
  // The picture is progressive or arithmetically coded, or its header is invalid.
  JPEG_BLOCKS_UNKNOWN,
} jpeg_blocks;

// Reads the codes of all blocks of the picture in `bytes`, up to the first that is missing, without computing pixels.
jpeg_blocks jpeg_blocks_in(const uint8_t *bytes, size_t size);
