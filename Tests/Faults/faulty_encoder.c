// Overrides libx264 (LD_PRELOAD) and makes one encoder fail once: FAULT=KIND@FRAME. FAULT_MARK names a file that is created when the
// fault happens, so that it does not happen in a later process. The fault affects the first encoder that encodes.
//   crash  a null pointer is written to      error  x264_encoder_encode fails
//   hang   x264_encoder_encode never returns stick  it fails, and x264_encoder_close then never returns
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int (*encode_function)(void *, void **, int *, void *, void *);
typedef void (*close_function)(void *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *victim;
static long frames;
static int sticks;

// Returns whether the fault `kind` must happen to this encoder now.
static int is_due(void *encoder, char kind[16])
{
    const char *fault = getenv("FAULT"), *mark = getenv("FAULT_MARK");
    long frame;
    int due = 0;
    if (!fault || !mark || sscanf(fault, "%15[a-z]@%ld", kind, &frame) != 2)
        return 0;
    pthread_mutex_lock(&lock);
    if (!victim)
        victim = encoder;
    if (victim == encoder && ++frames == frame) {
        int made = open(mark, O_CREAT | O_EXCL | O_WRONLY, 0600);
        due = made >= 0;
        if (made >= 0)
            close(made);
    }
    if (due && strcmp(kind, "stick") == 0)
        sticks = 1;
    pthread_mutex_unlock(&lock);
    return due;
}

static void wait_for_ever(void)
{
    for (;;)
        pause();
}

int x264_encoder_encode(void *encoder, void **units, int *count, void *in, void *out)
{
    static encode_function real;
    char kind[16] = "";
    if (!real)
        real = (encode_function)dlsym(RTLD_NEXT, "x264_encoder_encode");
    if (!real)
        real = (encode_function)dlsym(dlopen("libx264.so.164", RTLD_NOW), "x264_encoder_encode");
    if (is_due(encoder, kind)) {
        if (strcmp(kind, "crash") == 0)
            *(volatile int *)0 = 0;
        if (strcmp(kind, "hang") == 0)
            wait_for_ever();
        return -1;
    }
    return real(encoder, units, count, in, out);
}

void x264_encoder_close(void *encoder)
{
    static close_function real;
    if (!real)
        real = (close_function)dlsym(RTLD_NEXT, "x264_encoder_close");
    if (!real)
        real = (close_function)dlsym(dlopen("libx264.so.164", RTLD_NOW), "x264_encoder_close");
    if (sticks && encoder == victim)
        wait_for_ever();
    real(encoder);
}
