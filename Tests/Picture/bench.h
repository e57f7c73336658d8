/* The functions that the parts of the benchmark share. */
#ifndef DUALCAM_BENCH_H
#define DUALCAM_BENCH_H

/* Returns the processor time that this process has used, in milliseconds. */
double bench_cpu(void);

/* Measures the conversion of camera formats by dualcamintake and videoconvert, and prints lines like the other cases. NULL: all. */
void bench_intakes(int frames, const char *name);

#endif
