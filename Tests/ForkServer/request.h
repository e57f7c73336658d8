#ifndef REQUEST_H
#define REQUEST_H

#include <sys/socket.h>

// A request: one byte with the caller's niceness, then the caller's arguments, each followed by a zero byte. With it go the caller's
// standard input, output and error, and working directory. The answer is the status from `waitpid`.
enum { REQUEST_BYTES = 128 * 1024, REQUEST_FILES = 4 };

union request_files {
  char bytes[CMSG_SPACE(REQUEST_FILES * sizeof(int))];
  struct cmsghdr aligned;
};

#endif
