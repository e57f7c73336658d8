#include "picture.h"

#include <stdlib.h>

struct pic_look {
  int references;
};

pic_look *pic_look_make(const float *lattice, int side, pic_space space) {
  (void)space;
  if (!lattice || side < 2 || side > 129) return NULL;
  pic_look *look = calloc(1, sizeof *look);
  if (look) look->references = 1;
  return look;
}

pic_look *pic_look_keep(pic_look *look) {
  if (look) __atomic_add_fetch(&look->references, 1, __ATOMIC_RELAXED);
  return look;
}

void pic_look_drop(pic_look *look) {
  if (look && __atomic_sub_fetch(&look->references, 1, __ATOMIC_ACQ_REL) == 0) free(look);
}
