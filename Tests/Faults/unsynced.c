// Overrides the C library (LD_PRELOAD): calls that sync data to the disk succeed at once and do nothing. With UNSYNCED=program the
// libraries' own calls (GStreamer's file sink) are carried out, and only the program's are not.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define IS_CARRIED_OUT is_of_a_library(__builtin_return_address(0))

static int is_of_a_library(const void *caller)
{
    const char *whose = getenv("UNSYNCED");
    Dl_info facts;
    return whose && strcmp(whose, "program") == 0 && dladdr(caller, &facts) && strstr(facts.dli_fname, "/libgst");
}

int fsync(int file) { return IS_CARRIED_OUT ? REAL(fsync)(file) : 0; }

int fdatasync(int file) { return IS_CARRIED_OUT ? REAL(fdatasync)(file) : 0; }

int syncfs(int file) { return IS_CARRIED_OUT ? REAL(syncfs)(file) : 0; }

int sync_file_range(int file, off64_t offset, off64_t length, unsigned flags)
{
    return IS_CARRIED_OUT ? REAL(sync_file_range)(file, offset, length, flags) : 0;
}

int msync(void *address, size_t length, int flags) { return IS_CARRIED_OUT ? REAL(msync)(address, length, flags) : 0; }

void sync(void)
{
    if (IS_CARRIED_OUT)
        REAL(sync)();
}
