/* What the checks of the kernels share: pictures of their own memory, and a count of what is wrong. */
#ifndef DUALCAM_CHECK_H
#define DUALCAM_CHECK_H

#include <picture.h>
#include <stddef.h>

/* Noise; rows are longer than they must be where `padding` says so. */
pic_picture check_picture(int width, int height, bool interleaved, int padding);
pic_picture check_copy(const pic_picture *picture);
void check_drop(pic_picture *picture);
/* Y, U or V (0, 1, 2), however they are stored. */
uint8_t *check_sample(const pic_picture *picture, int component, int x, int y);
/* Samples of a component across and down. */
int check_width(const pic_picture *picture, int component);
int check_height(const pic_picture *picture, int component);

/* The same numbers every time. */
unsigned check_random(void);
double check_between(double low, double high);

/* Says what is wrong, the first ten times. */
__attribute__((format(printf, 2, 3))) void check(bool fine, const char *what, ...);

void check_transitions(void);
void check_bars(void);
void check_looks(void);
void check_colours(void);
void check_scaling(void);
void check_intakes(void);

#endif
