// A fork server, as fuzzers have them. Preloaded into a program, it stops before `main`, when all libraries are linked, and forks for each
// request on the socket $FORK_SERVER. The forked process runs the program itself, with the caller's arguments, files, working directory and
// niceness; its environment is the server's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "request.h"

enum { MOST = 64 };

typedef int Main(int, char **, char **);

// A running process, and the socket on which its caller waits for its end: -1 if the caller has gone.
typedef struct Worker {
  pid_t pid;
  int client;
} Worker;

static Main *program;
static Worker workers[MOST];
static int count;
static char text[REQUEST_BYTES];

static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int server = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (bind(server, (struct sockaddr *)&address, sizeof address) != 0 || listen(server, MOST) != 0) _exit(70);
  return server;
}

// Returns the bytes of the request, with its files; -1 if it is not a request.
static ssize_t receive(int client, int *files) {
  union request_files control;
  struct iovec part = {text, sizeof text};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t length = recvmsg(client, &message, MSG_CMSG_CLOEXEC);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (length < 2 || header == NULL || header->cmsg_len != CMSG_LEN(REQUEST_FILES * sizeof(int))) return -1;
  memcpy(files, CMSG_DATA(header), REQUEST_FILES * sizeof(int));
  return length;
}

static int become(ssize_t length, const int *files, char **environment) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int number = 0; number < REQUEST_FILES - 1; number++) dup2(files[number], number);
  if (fchdir(files[REQUEST_FILES - 1]) != 0) _exit(71);
  setpriority(PRIO_PROCESS, 0, text[0]);
  int words = 0;
  for (ssize_t at = 1; at < length; at++) words += text[at] == 0;
  char **list = calloc(words + 1, sizeof *list), *word = text + 1;
  for (int number = 0; number < words; number++, word += strlen(word) + 1) list[number] = word;
  return program(words, list, environment);
}

static void tell_of_ends(void) {
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    for (int number = 0; number < count; number++) {
      if (workers[number].pid != pid) continue;
      if (workers[number].client >= 0) {
        send(workers[number].client, &status, sizeof status, MSG_NOSIGNAL);
        close(workers[number].client);
      }
      workers[number] = workers[--count];
      break;
    }
  }
}

// If a caller is killed while it waits, its process is killed, too.
static void end_what_nobody_waits_for(const struct pollfd *clients, int polled) {
  for (int number = 0; number < polled; number++) {
    if ((clients[number].revents & (POLLHUP | POLLERR)) == 0) continue;
    kill(workers[number].pid, SIGKILL);
    close(workers[number].client);
    workers[number].client = -1;
  }
}

static int serve(int argc, char **argv, char **environment) {
  int server = listen_at(getenv("FORK_SERVER"));
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, NULL);
  int ends = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
  for (;;) {
    struct pollfd polled[MOST + 2] = {{ends, POLLIN, 0}, {count < MOST ? server : -1, POLLIN, 0}};
    for (int number = 0; number < count; number++) polled[number + 2] = (struct pollfd){workers[number].client, 0, 0};
    poll(polled, count + 2, -1);
    end_what_nobody_waits_for(polled + 2, count);
    struct signalfd_siginfo told;
    while (read(ends, &told, sizeof told) > 0) {}
    tell_of_ends();
    if ((polled[1].revents & POLLIN) == 0) continue;
    int files[REQUEST_FILES], client = accept4(server, NULL, NULL, SOCK_CLOEXEC);
    ssize_t length = receive(client, files);
    pid_t pid = length < 0 ? -1 : fork();
    if (pid == 0) return become(length, files, environment);
    if (pid > 0) workers[count++] = (Worker){pid, client};
    else close(client);
    for (int number = 0; length >= 0 && number < REQUEST_FILES; number++) close(files[number]);
  }
}

int __libc_start_main(Main *main, int argc, char **argv, void (*init)(void), void (*fini)(void), void (*rtld)(void), void *stack) {
  int (*next)(Main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *) = dlsym(RTLD_NEXT, "__libc_start_main");
  program = main;
  return next(getenv("FORK_SERVER") != NULL ? serve : main, argc, argv, init, fini, rtld, stack);
}
