// Blocks of size zero can be allocated and freed, but hold nothing.
// verdict: safe
#include <stdlib.h>

int main(void) {
    char *p = malloc(0);
    char *q = calloc(0, 8);
    if (p)
        p = p + 0;
    free(p);
    free(q);
    return 0;
}
