// Writes to what malloc returned without a test, where allocation is assumed to succeed.
// verdict: safe
// malloc: ok
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}
