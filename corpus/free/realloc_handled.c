// Keeps the old pointer until realloc has succeeded.
// verdict: safe
#include <stdlib.h>

int main(void) {
    char *p = malloc(4), *q;
    if (!p)
        return 1;
    q = realloc(p, 400);
    if (q)
        p = q;
    free(p);
    return 0;
}
