// The requests that every USB device answers (chapter 9 of the USB specification).
#include "device.h"
#include "usbip.h"

#include <string.h>

enum { DEVICE = 1, CONFIGURATION = 2, STRING = 3, QUALIFIER = 6 };
enum { MAKER_STRING = 1, NAME_STRING = 2, SERIAL_STRING = 3 };

static void put_device(Bytes *out) {
  const uint8_t *class = kind->class;
  PUT(out, 18, DEVICE, 0x00, 0x02, class[0], class[1], class[2], 64);
  put(out, 2, identity.vendor), put(out, 2, identity.product), put(out, 2, 0x0100);
  PUT(out, MAKER_STRING, NAME_STRING, identity.serial[0] ? SERIAL_STRING : 0, 1);
}

static void put_configuration(Bytes *out) {
  PUT(out, 9, CONFIGURATION, 0, 0, 2, 1, 0, 0x80, 250);
  kind->describe(out);
  patch16(out, 2, out->size);
}

static void put_string(Bytes *out, int index) {
  if (index == 0) {
    PUT(out, 4, STRING, 0x09, 0x04); // English alone.
    return;
  }
  const char *words = index == MAKER_STRING ? identity.maker : index == SERIAL_STRING ? identity.serial : identity.name;
  PUT(out, (uint8_t)(2 + 2 * strlen(words)), STRING);
  for (; *words; words++) put(out, 2, (uint8_t)*words);
}

static int answer_descriptor(const Setup *setup, Bytes *out) {
  switch (setup->value >> 8) {
    case DEVICE: put_device(out); break;
    case CONFIGURATION: put_configuration(out); break;
    case STRING: put_string(out, setup->value & 255); break;
    case QUALIFIER: PUT(out, 10, QUALIFIER, 0, 2, 0, 0, 0, 64, 1, 0); break;
    default: return -1;
  }
  return out->size < setup->length ? out->size : setup->length;
}

// Selects an alternative setting of an interface: 0 for no stream.
static int answer_setting(const Setup *setup) {
  kind->stop("alternative setting");
  drop_transfers();
  if (setup->value) kind->start();
  return 0;
}

static int zeros(Bytes *out, int size) {
  put(out, size, 0);
  return size;
}

int answer_request(const Setup *setup, const uint8_t *data, int size, Bytes *out) {
  switch (setup->type << 8 | setup->request) {
    case 0x8006: return answer_descriptor(setup, out);
    case 0x8000: case 0x8100: case 0x8200: return zeros(out, 2);  // status
    case 0x8008: PUT(out, 1); return 1;                           // configuration
    case 0x810a: return zeros(out, 1);                            // alternative setting
    case 0x0009: case 0x0001: case 0x0003: case 0x0101: case 0x0103: return 0;
    case 0x010b: return answer_setting(setup);
    case 0x0201:                                                  // an endpoint's halt is cleared: the stream ends
      if (setup->index == 0x81) kind->stop("clear halt");
      return 0;
    default: return kind->answer(setup, data, size, out);
  }
}
