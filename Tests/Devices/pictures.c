#include "camera.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_PICTURES = 2048, MAX_UNITS = 256, BLOCK = 8, GUARD = 4, BITS = 8, BLACK = 16, GREY_LEVEL = 60, WHITE = 235 };

static Picture loaded[MAX_PICTURES], units[MAX_UNITS];
static bool is_key[MAX_UNITS];
static int count, unit_count;

static uint8_t *map(const char *path, const uint8_t **end) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat about;
  if (file < 0 || fstat(file, &about)) fail(path);
  uint8_t *all = mmap(NULL, about.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  if (all == MAP_FAILED) fail(path);
  close(file);
  *end = all + about.st_size;
  return all;
}

void load_pictures(const char *path) {
  const uint8_t *end;
  uint8_t *all = map(path, &end), *start = all;
  // A picture ends with FF D9, followed by FF D8 of another picture or by the end of the file.
  for (uint8_t *at = all; at + 1 < end && count < MAX_PICTURES; at++) {
    if (at[0] != 0xff || at[1] != 0xd9 || (at + 3 < end && (at[2] != 0xff || at[3] != 0xd8))) continue;
    loaded[count++] = (Picture){start, at + 2 - start};
    start = at + 2;
  }
}

void load_stream(const char *path) {
  const uint8_t *end;
  uint8_t *all = map(path, &end);
  enum { DELIMITER = 9, KEY_SLICE = 5, KIND = 31 };
  for (uint8_t *at = all; at + 4 < end; at++) {
    if (at[0] || at[1] || at[2] != 1) continue;
    if ((at[3] & KIND) == DELIMITER && unit_count < MAX_UNITS) units[unit_count++].data = at > all && !at[-1] ? at - 1 : at;
    if ((at[3] & KIND) == KEY_SLICE && unit_count > 0) is_key[unit_count - 1] = true;
  }
  for (int i = 0; i < unit_count; i++) units[i].size = (i + 1 < unit_count ? units[i + 1].data : end) - units[i].data;
}

int next_key(const Mode *mode, int counter) {
  if (mode->format != H264) return counter;
  for (int i = 0; i < unit_count; i++)
    if (is_key[(counter + i) % unit_count]) return (counter + i) % unit_count;
  return counter;
}

// Draws alternately black and white blocks, then the counter, as Tests/Tools/judge --mark-block 8x8 --mark-bits 8 reads it.
static bool is_white(int block, int counter) {
  return block < GUARD ? block & 1 : counter >> (GUARD + BITS - 1 - block) & 1;
}

static Picture draw(const Mode *mode, int counter, bool is_flash) {
  static uint8_t *data;
  int step = mode->format == YUY2 ? 2 : 1, size = largest_frame(mode);
  data = realloc(data, size);
  if (!data) fail("memory");
  memset(data, 128, size);
  for (int at = 0; at < size; at += step) data[at] = is_flash ? WHITE : GREY_LEVEL;
  for (int y = mode->height - BLOCK; y < mode->height; y++)
    for (int x = 0; x < BLOCK * (GUARD + BITS) && x < mode->width; x++)
      data[step * (y * mode->width + x)] = is_white(x / BLOCK, counter) ? WHITE : BLACK;
  return (Picture){data, size};
}

Picture picture(const Mode *mode, int counter, bool is_flash) {
  if (mode->format == H264) return unit_count ? units[counter % unit_count] : (Picture){NULL, 0};
  if (mode->format != MJPEG) return draw(mode, counter, is_flash);
  int half = count / 2;
  if (!half) return (Picture){NULL, 0};
  return loaded[counter % half + (is_flash ? half : 0)];
}
