// Overrides the C library (LD_PRELOAD) and makes the wall clock wrong:
//   CLOCK_LEAP=SECONDS@AFTER  it is set forward by SECONDS (back, if below 0) when AFTER seconds have passed since CLOCK_BEGAN
//   CLOCK_BEGAN=SECONDS       the uptime from which AFTER counts, as in /proc/uptime; without it, the process's first call
//   CLOCK_SYNCHRONISED=yes    the answer of adjtimex, whatever the machine's own clock is: yes, no, or the number of seconds after
//                             which the clock is synchronised
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <time.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static double passed(void)
{
    static double began;
    struct timespec now;
    REAL(clock_gettime)(CLOCK_BOOTTIME, &now);
    double uptime = now.tv_sec + now.tv_nsec / 1e9;
    if (!began)
        began = getenv("CLOCK_BEGAN") ? atof(getenv("CLOCK_BEGAN")) : uptime;
    return uptime - began;
}

static long leap(void)
{
    const char *leap = getenv("CLOCK_LEAP"), *at = leap ? strchr(leap, '@') : NULL;
    return at && passed() >= atof(at + 1) ? atol(leap) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int answer = REAL(clock_gettime)(clock, time);
    if (answer == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec += leap();
    return answer;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    int answer = REAL(gettimeofday)(time, zone);
    if (answer == 0)
        time->tv_sec += leap();
    return answer;
}

time_t time(time_t *where)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where)
        *where = now.tv_sec;
    return now.tv_sec;
}

int adjtimex(struct timex *facts)
{
    int answer = REAL(adjtimex)(facts);
    const char *word = getenv("CLOCK_SYNCHRONISED");
    if (!word)
        return answer;
    int is = strcmp(word, "yes") == 0 || (strcmp(word, "no") != 0 && passed() >= atof(word));
    facts->status = is ? facts->status & ~STA_UNSYNC : facts->status | STA_UNSYNC;
    return is ? TIME_OK : TIME_ERROR;
}
