// Writes to what malloc returned without a test: allocation may fail.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1; // BUG: null-deref
    free(p);
    return 0;
}
