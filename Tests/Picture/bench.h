/* What the parts of the bench share. */
#ifndef DUALCAM_BENCH_H
#define DUALCAM_BENCH_H

/* Milliseconds that the processor has worked for this process. */
double bench_cpu(void);

/* Cameras' formats brought into the mixer's, by dualcamintake beside videoconvert: lines as those of the other cases. NULL: all. */
void bench_intakes(int frames, const char *name);

#endif
