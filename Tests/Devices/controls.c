#include "camera.h"

#include <stdio.h>
#include <string.h>

enum { SET = 0x01, GET = 0x81, GET_LOW = 0x82, GET_HIGH = 0x83, GET_STEP = 0x84, GET_SIZE = 0x85, GET_INFO = 0x86, GET_USUAL = 0x87 };
enum { CAMERA_UNIT = 1, PROCESSING_UNIT = 2, OUTPUT_TERMINAL = 3 };

typedef struct Control {
  int unit, selector, size, low, high, step, usual, value;
  bool is_late;
} Control;

static Control controls[] = {
    {CAMERA_UNIT, 2, 1, 1, 8, 9, 8, 8, false},            // exposure mode: 1 is manual, 8 is aperture priority
    {CAMERA_UNIT, 3, 1, 0, 1, 1, 1, 1, false},            // exposure priority: at 1 the camera may lower the rate
    {CAMERA_UNIT, 4, 4, 1, 5000, 1, 156, 156, false},     // exposure time
    {PROCESSING_UNIT, 2, 2, -64, 64, 1, 0, 0, false},     // brightness
    {PROCESSING_UNIT, 4, 2, 0, 100, 1, 20, 20, false},    // gain
    {PROCESSING_UNIT, 5, 1, 0, 2, 1, 1, 1, false},        // power line frequency
};

void describe_units(Bytes *bytes) {
  PUT(bytes, 18, 0x24, 2, CAMERA_UNIT, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0x0e, 0, 0);
  PUT(bytes, 11, 0x24, 5, PROCESSING_UNIT, CAMERA_UNIT, 0, 0, 2, 0x01, 0x06, 0);
  PUT(bytes, 9, 0x24, 3, OUTPUT_TERMINAL, 1, 1, 0, PROCESSING_UNIT, 0);
}

static Control *find(int unit, int selector) {
  for (Control *one = controls; one < controls + sizeof controls / sizeof *controls; one++)
    if (one->unit == unit && one->selector == selector) return one;
  return NULL;
}

bool make_late(const char *words) {
  int unit, selector;
  Control *control = sscanf(words, "%d/%d", &unit, &selector) == 2 ? find(unit, selector) : NULL;
  if (control) control->is_late = true;
  return control;
}

static int set_control(Control *control, const uint8_t *data, int size) {
  if (control->is_late && !is_streaming()) {
    report("control %d/%d is refused", control->unit, control->selector);
    return -1;
  }
  uint8_t given[4] = {0};
  memcpy(given, data, size < 4 ? size : 4);
  int32_t value = get32(given);
  control->value = control->size == 2 ? (int16_t)value : value;
  report("control %d/%d = %d", control->unit, control->selector, control->value);
  return 0;
}

int answer_control(int unit, int selector, int request, const uint8_t *data, int size, Bytes *out) {
  Control *control = find(unit, selector);
  if (!control) return -1;
  switch (request) {
    case SET: return set_control(control, data, size);
    case GET: put(out, control->size, control->value); break;
    case GET_LOW: put(out, control->size, control->low); break;
    case GET_HIGH: put(out, control->size, control->high); break;
    case GET_STEP: put(out, control->size, control->step); break;
    case GET_USUAL: put(out, control->size, control->usual); break;
    case GET_INFO: put(out, 1, 3); break;
    case GET_SIZE: put(out, 2, control->size); break;
    default: return -1;
  }
  return out->size;
}
