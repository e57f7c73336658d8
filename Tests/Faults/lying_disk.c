// Overrides the C library (LD_PRELOAD) and makes the file system of one folder refuse what it usually accepts:
//   DISK_FOLDER=DIR           the folder whose files are affected, with everything in it
//   DISK_QUOTA=BYTES          so many bytes are accepted, from all processes together, and then none: EDQUOT, which statvfs does not show
//   DISK_QUOTA_MARK=FILE      the file in which they are counted
//   DISK_LARGEST=BYTES        the largest size of a file: EFBIG
//   DISK_ULIMIT=BYTES         the process's own limit of a file's size (ulimit -f), which it can query
//   DISK_LOCKS=ERRNO          flock is refused: ENOLCK, EOPNOTSUPP ...
//   DISK_SYNC=ERRNO           fsync and fdatasync are refused: ENOSPC, EDQUOT, EIO ...
//   DISK_SYNCS=FILE           gets a line for each file that was synced: its path and its size at that time
//   DISK_RENAME=ERRNO         renameat is refused
// An ERRNO is a name or a number.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void limit(void)
{
    const char *bytes = getenv("DISK_ULIMIT");
    if (bytes && setrlimit(RLIMIT_FSIZE, &(struct rlimit){(rlim_t)atoll(bytes), (rlim_t)atoll(bytes)}) != 0)
        abort();
}

static int number(const char *name)
{
    static const struct { const char *name; int number; } known[] = {
        {"ENOLCK", ENOLCK}, {"EOPNOTSUPP", EOPNOTSUPP}, {"ENOSYS", ENOSYS}, {"ENOSPC", ENOSPC},
        {"EDQUOT", EDQUOT}, {"EIO", EIO}, {"ESTALE", ESTALE}, {"EINVAL", EINVAL}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0)
            return known[i].number;
    return atoi(name);
}

static int lies_in_folder(const char *path)
{
    const char *folder = getenv("DISK_FOLDER");
    size_t length = folder ? strlen(folder) : 0;
    return length && strncmp(path, folder, length) == 0 && (path[length] == '/' || !path[length]);
}

static int is_concerned(int file)
{
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    long length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return 0;
    path[length] = 0;
    return lies_in_folder(path);
}

static long long *counted(void)
{
    static long long *count;
    const char *mark = getenv("DISK_QUOTA_MARK");
    if (count || !mark)
        return count;
    int file = open(mark, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || REAL(ftruncate)(file, sizeof *count) != 0)
        abort();
    count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return count;
}

// Returns how many bytes of a write at `offset` (-1: the file's position) are accepted; 0, with errno: none.
static size_t taken(int file, size_t count, off_t offset)
{
    const char *quota = getenv("DISK_QUOTA"), *largest = getenv("DISK_LARGEST");
    if ((!quota && !largest) || !count || !is_concerned(file))
        return count;
    if (offset < 0)
        offset = fcntl(file, F_GETFL) & O_APPEND ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
    if (largest) {
        long long left = atoll(largest) - offset;
        if (left <= 0)
            return errno = EFBIG, 0;
        if ((long long)count > left)
            count = (size_t)left;
    }
    struct stat facts;
    if (!quota || fstat(file, &facts) != 0)
        return count;
    long long grows = offset + (long long)count - facts.st_size;
    if (grows <= 0)
        return count;
    if (__atomic_add_fetch(counted(), grows, __ATOMIC_SEQ_CST) > atoll(quota)) {
        __atomic_sub_fetch(counted(), grows, __ATOMIC_SEQ_CST);
        return errno = EDQUOT, 0;
    }
    return count;
}

ssize_t write(int file, const void *bytes, size_t count)
{
    size_t most = taken(file, count, -1);
    return most || !count ? REAL(write)(file, bytes, most) : -1;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset)
{
    size_t most = taken(file, count, offset);
    return most || !count ? REAL(pwrite)(file, bytes, most, offset) : -1;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) { return pwrite(file, bytes, count, offset); }

ssize_t writev(int file, const struct iovec *parts, int count)
{
    size_t all = 0, most;
    for (int i = 0; i < count; i++)
        all += parts[i].iov_len;
    most = taken(file, all, -1);
    if (most == all)
        return REAL(writev)(file, parts, count);
    // As the kernel does, this writes what still fits, and refuses the next call.
    size_t first = most < parts[0].iov_len ? most : parts[0].iov_len;
    return first ? REAL(write)(file, parts[0].iov_base, first) : -1;
}

// Reserved space counts as written; released space no longer counts.
int fallocate(int file, int mode, off_t offset, off_t length)
{
    struct stat before, after;
    if (!getenv("DISK_QUOTA") || !is_concerned(file) || fstat(file, &before) != 0)
        return REAL(fallocate)(file, mode, offset, length);
    if (__atomic_load_n(counted(), __ATOMIC_SEQ_CST) + length > atoll(getenv("DISK_QUOTA")))
        return errno = EDQUOT, -1;
    int answer = REAL(fallocate)(file, mode, offset, length);
    if (answer == 0 && fstat(file, &after) == 0)
        __atomic_add_fetch(counted(), (after.st_blocks - before.st_blocks) * 512, __ATOMIC_SEQ_CST);
    return answer;
}

int fallocate64(int file, int mode, off64_t offset, off64_t length) { return fallocate(file, mode, offset, length); }

int ftruncate(int file, off_t size)
{
    struct stat before, after;
    if (!getenv("DISK_QUOTA") || !is_concerned(file) || fstat(file, &before) != 0)
        return REAL(ftruncate)(file, size);
    int answer = REAL(ftruncate)(file, size);
    if (answer == 0 && fstat(file, &after) == 0)
        __atomic_sub_fetch(counted(), (before.st_blocks - after.st_blocks) * 512, __ATOMIC_SEQ_CST);
    return answer;
}

int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }

int unlinkat(int folder, const char *name, int flags)
{
    struct stat before;
    int is_counted = getenv("DISK_QUOTA") && is_concerned(folder) && fstatat(folder, name, &before, AT_SYMLINK_NOFOLLOW) == 0
        && before.st_nlink == 1;
    int answer = REAL(unlinkat)(folder, name, flags);
    if (answer == 0 && is_counted)
        __atomic_sub_fetch(counted(), before.st_blocks * 512, __ATOMIC_SEQ_CST);
    return answer;
}

static int refused(const char *variable, int file)
{
    const char *name = getenv(variable);
    return name && is_concerned(file) ? number(name) : 0;
}

int flock(int file, int operation)
{
    int refusal = operation & LOCK_UN ? 0 : refused("DISK_LOCKS", file);
    return refusal ? (errno = refusal, -1) : REAL(flock)(file, operation);
}

static int told(int file, int answer)
{
    const char *list = getenv("DISK_SYNCS");
    char link[64], path[4096];
    struct stat facts;
    if (!list || answer != 0 || !is_concerned(file) || fstat(file, &facts) != 0)
        return answer;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    long length = readlink(link, path, sizeof path - 1);
    int lines = open(list, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (length <= 0 || lines < 0)
        abort();
    path[length] = 0;
    dprintf(lines, "%s %lld\n", path, (long long)facts.st_size);
    close(lines);
    return answer;
}

int fsync(int file)
{
    int refusal = refused("DISK_SYNC", file);
    return refusal ? (errno = refusal, -1) : told(file, REAL(fsync)(file));
}

int fdatasync(int file)
{
    int refusal = refused("DISK_SYNC", file);
    return refusal ? (errno = refusal, -1) : told(file, REAL(fdatasync)(file));
}

int renameat(int from, const char *old, int to, const char *new)
{
    int refusal = refused("DISK_RENAME", to);
    return refusal ? (errno = refusal, -1) : REAL(renameat)(from, old, to, new);
}
