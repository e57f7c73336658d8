// Overrides the C library (LD_PRELOAD) and makes the disk of one file pause: SLOW_FILE=END@WRITE names the end of the file's
// path and the number of the write that takes SLOW_SECONDS longer than usual.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long writes;

static void pause_if_due(int file)
{
    const char *slow = getenv("SLOW_FILE"), *seconds = getenv("SLOW_SECONDS");
    char end[256], link[64], path[4096];
    long write, length;
    if (!slow || !seconds || sscanf(slow, "%255[^@]@%ld", end, &write) != 2)
        return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    length = readlink(link, path, sizeof path - 1);
    if (length < (long)strlen(end))
        return;
    path[length] = 0;
    if (strcmp(path + length - strlen(end), end) == 0 && atomic_fetch_add(&writes, 1) + 1 == write)
        usleep((useconds_t)(atof(seconds) * 1e6));
}

ssize_t write(int file, const void *bytes, size_t count)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real)
        real = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    pause_if_due(file);
    return real(file, bytes, count);
}

ssize_t writev(int file, const struct iovec *parts, int count)
{
    static ssize_t (*real)(int, const struct iovec *, int);
    if (!real)
        real = (ssize_t(*)(int, const struct iovec *, int))dlsym(RTLD_NEXT, "writev");
    pause_if_due(file);
    return real(file, parts, count);
}
