// Keeps a block by a pointer into its middle only, and frees it from there.
// verdict: safe
#include <stdlib.h>

int main(void) {
    char *p = malloc(16);
    if (!p)
        return 1;
    p += 8;
    *p = 1;
    free(p - 8);
    return 0;
}
