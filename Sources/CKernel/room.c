#define _GNU_SOURCE
#include "kernel.h"
#include <fcntl.h>

int kernel_keep_room(int file, long long bytes) { return fallocate(file, FALLOC_FL_KEEP_SIZE, 0, (off_t)bytes); }
