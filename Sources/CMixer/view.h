#ifndef DUALCAM_VIEW_H
#define DUALCAM_VIEW_H

#include "timeline.h"

/* `dualcamview`: one picture in, one of the same size and time out, drawn by scenes whose layers all show input 0. */
bool view_register(void);

/* NULL: `element` is not a dualcamview. */
timeline *view_timeline(void *element);

#endif
