// Frees the old pointer after realloc has succeeded.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    char *p = malloc(4), *q;
    if (!p)
        return 1;
    q = realloc(p, 400);
    if (q) {
        free(q);
        free(p); // BUG: double-free
        return 0;
    }
    free(p);
    return 1;
}
