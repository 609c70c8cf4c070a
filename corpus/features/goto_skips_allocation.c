// A goto jumps over an allocation, and the cleanup frees a pointer that was set before.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    int again = 0;
    if (!p)
        return 1;
start:
    p[0] = 1; // BUG: use-after-free
    free(p);
    if (again++)
        return 0;
    goto start;
}
