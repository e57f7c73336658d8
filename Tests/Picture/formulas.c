/* Compares the kernels with the same arithmetic in double precision. Prints the differences and
   exits with 1. */
#include "check.h"

#include <stdarg.h>
#include <stdio.h>

static int wrong;

void check(bool fine, const char *what, ...) {
  if (fine || ++wrong > 10) return;
  va_list words;
  va_start(words, what);
  vprintf(what, words);
  va_end(words);
  putchar('\n');
}

int main(void) {
  check_transitions();
  check_bars();
  check_colours();
  check_scaling();
  check_looks();
  check_intakes();
  if (wrong == 0) printf("the kernels do what the formulas say\n");
  if (wrong > 10) printf("and %d more\n", wrong - 10);
  return wrong > 0;
}
