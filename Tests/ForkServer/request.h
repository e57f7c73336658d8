#ifndef REQUEST_H
#define REQUEST_H

#include <sys/socket.h>

// A request: one byte with the caller's niceness, then his arguments, each with a zero behind it; and, beside it, his standard input,
// output and error, and his folder. The answer is the status that `waitpid` gives.
enum { REQUEST_BYTES = 128 * 1024, REQUEST_FILES = 4 };

union request_files {
  char bytes[CMSG_SPACE(REQUEST_FILES * sizeof(int))];
  struct cmsghdr aligned;
};

#endif
