// The cable: USB/IP over a socket pair whose other end belongs to the kernel's vhci-hcd.
#pragma once
#include "common.h"

enum { MAX_PACKETS = 256 };

// An isochronous packet of a transfer.
typedef struct Packet {
  uint32_t offset, length, actual, status;
} Packet;

// A transfer that the host has queued on the device's endpoint.
typedef struct Transfer {
  struct Transfer *next;
  uint32_t number;
  int length, count;
  // The time at which the transfer ends, if a clock paces it.
  double due;
  Packet packets[];
} Transfer;

// The socket to poll; -1 while the device is unplugged.
int usbip_socket(void);
void plug(void);
void unplug(void);
// Reads and handles one message of the host; returns false if the host has disconnected.
bool usbip_handle(void);

// The waiting transfers, in order.
Transfer *first_transfer(void);
// Ends the first transfer with these bytes; its packets describe how they are divided.
void end_transfer(const void *data, int size);
void drop_transfers(void);
// The time from the end of the previous transfer to that of the first one: the end of an isochronous transfer on the bus.
void pace_transfers(double seconds_per_packet);
