#define _GNU_SOURCE
#include "kernel.h"
#include <fcntl.h>
#include <sys/vfs.h>
#include <unistd.h>

int kernel_keep_room(int file, long long bytes) { return fallocate(file, FALLOC_FL_KEEP_SIZE, 0, (off_t)bytes); }

long long kernel_file_system(int file) {
    struct statfs system;
    return fstatfs(file, &system) == 0 ? (long long)system.f_type : -1;
}

long long kernel_first_hole(int file, long long start) { return lseek(file, (off_t)start, SEEK_HOLE); }
