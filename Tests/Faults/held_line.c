// Overrides write (LD_PRELOAD). Before the program writes its first line to standard output that contains HOLD_AT, it opens the FIFO
// HOLD_FIFO, and waits until a test has opened and closed the FIFO's other end.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int held;

static void hold_if_due(int file, const void *bytes, size_t count)
{
    const char *text = getenv("HOLD_AT"), *path = getenv("HOLD_FIFO");
    char byte;
    int fifo;
    if (file != STDOUT_FILENO || !text || !path || !memmem(bytes, count, text, strlen(text)) || atomic_exchange(&held, 1))
        return;
    fifo = open(path, O_RDONLY | O_CLOEXEC);
    if (fifo < 0)
        abort();
    while (read(fifo, &byte, 1) > 0)
        ;
    close(fifo);
}

ssize_t write(int file, const void *bytes, size_t count)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real)
        real = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    hold_if_due(file, bytes, count);
    return real(file, bytes, count);
}
