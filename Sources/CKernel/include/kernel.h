// What the C library declares in headers that are not in Swift's Glibc module.
#pragma once

/// Returns 1 if the wall clock is synchronised with another one, 0 if not (STA_UNSYNC, adjtimex(2)), and -1 where the kernel does not
/// tell.
int kernel_clock_is_synchronised(void);

/// Keeps room on the disk for the first `bytes` of an open file, whose size stays as it is (fallocate(2)). Returns 0, or -1 with errno.
int kernel_keep_room(int file, long long bytes);

/// Returns the number of an open file's kind of file system (fstatfs(2), f_type), or -1 with errno.
long long kernel_file_system(int file);

/// Returns the offset of the first hole in an open file at or after `start`, its size where it has none, or -1 with errno (lseek(2),
/// SEEK_HOLE). The file's own offset changes.
long long kernel_first_hole(int file, long long start);

/// Has a process that is started with these actions (`posix_spawn_file_actions_t`) begin without the descriptors from `first` on
/// (posix_spawn_file_actions_addclosefrom_np). Returns 0, or an error's number.
int kernel_close_from(void *actions, int first);
