#ifndef DUALCAM_INTAKE_ELEMENT_H
#define DUALCAM_INTAKE_ELEMENT_H

#include <stdbool.h>

/* `dualcamintake`: what cameras deliver in, NV12 or I420 of the same size and time out. YCbCr keeps its numbers, RGB and grey become
   the colours that are asked for. */
bool intake_register(void);

#endif
