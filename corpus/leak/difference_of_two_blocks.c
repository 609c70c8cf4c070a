// The difference of two addresses keeps neither block, and is gone itself when main returns.
// verdict: unsafe
#include <stddef.h>
#include <stdlib.h>

int main(void)
{
    char *one = malloc(8);
    if (!one)
        return 1;
    char *other = malloc(8);
    if (!other) {
        free(one);
        return 1;
    }
    ptrdiff_t apart = other - one;
    if (apart == 3) {
        free(one);
        free(other);
    }
    return 0;
} // BUG: leak
