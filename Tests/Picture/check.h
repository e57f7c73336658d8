/* The functions that the kernel checks share: pictures with memory of their own, and an error
   count. */
#ifndef DUALCAM_CHECK_H
#define DUALCAM_CHECK_H

#include <picture.h>
#include <stddef.h>

/* Returns a picture of noise. Rows are `padding` bytes longer than necessary. */
pic_picture check_picture(int width, int height, bool interleaved, int padding);
pic_picture check_copy(const pic_picture *picture);
void check_drop(pic_picture *picture);
/* Returns the sample of Y, U or V (0, 1, 2), for planar and interleaved storage. */
uint8_t *check_sample(const pic_picture *picture, int component, int x, int y);
/* Returns the number of samples of a component, across and down. */
int check_width(const pic_picture *picture, int component);
int check_height(const pic_picture *picture, int component);

/* Returns the next random number; the sequence is the same in every run. */
unsigned check_random(void);
double check_between(double low, double high);

/* Counts a failed check, and prints the first ten. */
__attribute__((format(printf, 2, 3))) void check(bool fine, const char *what, ...);

void check_transitions(void);
void check_bars(void);
void check_looks(void);
void check_colours(void);
void check_scaling(void);
void check_intakes(void);

#endif
