#include "kernel.h"
#include <sys/timex.h>

int kernel_clock_is_synchronised(void)
{
    struct timex facts = {.modes = 0};
    if (adjtimex(&facts) < 0)
        return -1;
    return !(facts.status & STA_UNSYNC);
}
