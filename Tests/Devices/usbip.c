#include "usbip.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "device.h"

enum { SUBMIT = 1, UNLINK = 2, SUBMITTED = 3, UNLINKED = 4 };
enum { HIGH_SPEED = 3, ATTEMPTS = 50 };

// Documentation/usb/usbip_protocol.rst of the kernel; all words are big-endian.
typedef struct Header {
  uint32_t command, number, device, direction, endpoint;
  uint32_t words[5];
  uint8_t setup[8];
} Header;

static int cable = -1;
static Transfer *queue, **queue_end = &queue;
static double seconds_per_packet, last_due;

int usbip_socket(void) { return cable; }
Transfer *first_transfer(void) { return queue; }

static void write_all(struct iovec *part, int count) {
  while (count) {
    ssize_t done = writev(cable, part, count);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) {
      report("write: %s", strerror(errno));
      return;
    }
    while (count && (size_t)done >= part->iov_len) done -= part->iov_len, part++, count--;
    if (count) part->iov_base = (char *)part->iov_base + done, part->iov_len -= done;
  }
}

static bool read_all(void *to, int size) {
  for (char *at = to; size > 0;) {
    ssize_t got = read(cable, at, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got, size -= got;
  }
  return true;
}

// `size` is the number of bytes that the transfer moved; only transfers to the host have `data`.
static void reply(uint32_t number, int status, const void *data, int size, Packet *packets, int count) {
  Header header = {.command = htonl(SUBMITTED), .number = htonl(number)};
  header.words[0] = htonl(status), header.words[1] = htonl(size), header.words[3] = htonl(count);
  for (int i = 0; i < count; i++) {
    Packet *one = &packets[i];
    *one = (Packet){htonl(one->offset), htonl(one->length), htonl(one->actual), htonl(one->status)};
  }
  struct iovec parts[3] = {{&header, sizeof header}, {(void *)data, data ? size : 0}, {packets, count * sizeof *packets}};
  write_all(parts, 3);
}

static Transfer *take_transfer(void) {
  Transfer *transfer = queue;
  if (transfer && !(queue = transfer->next)) queue_end = &queue;
  return transfer;
}

void end_transfer(const void *data, int size) {
  Transfer *transfer = take_transfer();
  reply(transfer->number, 0, data, size, transfer->packets, transfer->count);
  free(transfer);
}

void drop_transfers(void) {
  for (Transfer *one; (one = take_transfer());) free(one);
}

void pace_transfers(double seconds) { seconds_per_packet = seconds; }

// Cancels a transfer that the host no longer wants.
static void handle_unlink(const Header *header) {
  int status = 0;
  for (Transfer **at = &queue; *at; at = &(*at)->next) {
    Transfer *one = *at;
    if (one->number != ntohl(header->words[0])) continue;
    if (!(*at = one->next)) queue_end = at;
    free(one);
    status = -ECONNRESET;
    break;
  }
  Header answer = {.command = htonl(UNLINKED), .number = header->number, .words = {htonl(status)}};
  struct iovec part = {&answer, sizeof answer};
  write_all(&part, 1);
}

static void handle_control(const Header *header, const uint8_t *data, int length, bool is_input) {
  const uint8_t *s = header->setup;
  Setup setup = {s[0], s[1], s[2] | s[3] << 8, s[4] | s[5] << 8, s[6] | s[7] << 8};
  Bytes out = {.size = 0};
  int size = answer_request(&setup, data, is_input ? 0 : length, &out);
  uint32_t number = ntohl(header->number);
  if (size < 0) reply(number, -EPIPE, NULL, 0, NULL, 0);
  else if (is_input) reply(number, 0, out.data, size < length ? size : length, NULL, 0);
  else reply(number, 0, NULL, length, NULL, 0);
}

static bool queue_transfer(const Header *header, int length, int count) {
  Transfer *transfer = calloc(1, sizeof *transfer + count * sizeof(Packet));
  transfer->number = ntohl(header->number), transfer->length = length, transfer->count = count;
  if (count && !read_all(transfer->packets, count * sizeof(Packet))) {
    free(transfer);
    return false;
  }
  for (int i = 0; i < count; i++) {
    Packet *one = &transfer->packets[i];
    *one = (Packet){ntohl(one->offset), ntohl(one->length), 0, 0};
  }
  if (seconds_per_packet > 0) {
    double time = now();
    last_due = (last_due < time - 0.5 ? time : last_due) + seconds_per_packet * count;
    transfer->due = last_due;
  }
  *queue_end = transfer, queue_end = &transfer->next;
  kind->queued();
  return true;
}

bool usbip_handle(void) {
  static uint8_t data[1 << 16];
  Header header;
  if (!read_all(&header, sizeof header)) return false;
  if (ntohl(header.command) == UNLINK) {
    handle_unlink(&header);
    return true;
  }
  int length = ntohl(header.words[1]), count = ntohl(header.words[3]);
  bool is_input = ntohl(header.direction) == 1;
  if (count < 0 || count > MAX_PACKETS) count = 0;
  if (!is_input && length > 0 && (length > (int)sizeof data || !read_all(data, length))) return false;
  if (ntohl(header.endpoint) != 0) return queue_transfer(&header, length, count);
  handle_control(&header, data, length, is_input);
  return true;
}

void plug(void) {
  int pair[2];
  char line[64];
  if (cable >= 0) return;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) fail("socketpair");
  snprintf(line, sizeof line, "%d %d %d %d", identity.port, pair[1], 65536 + identity.port + 2, HIGH_SPEED);
  int attach = open("/sys/devices/platform/vhci_hcd.0/attach", O_WRONLY | O_CLOEXEC);
  if (attach < 0) fail("vhci_hcd.0/attach");
  // The port is busy for a moment with the device that was unplugged.
  for (int attempt = 0; write(attach, line, strlen(line)) < 0; attempt++) {
    if (attempt > ATTEMPTS) fail("attach");
    usleep(100000);
  }
  close(attach), close(pair[1]);
  cable = pair[0];
  report("plugged");
}

void unplug(void) {
  if (cable < 0) return;
  kind->stop("unplugged");
  shutdown(cable, SHUT_RDWR);
  close(cable);
  cable = -1;
  drop_transfers();
  report("unplugged");
}
