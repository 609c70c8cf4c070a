// Uses the block of the previous iteration, which was freed; the allocator may give the same address again.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    int *previous = NULL;
    for (int i = 0; i < 2; i++) {
        int *current = malloc(sizeof *current);
        if (!current)
            return 1;
        *current = i;
        if (previous)
            *current += *previous; // BUG: use-after-free
        free(current);
        previous = current;
    }
    return 0;
}
