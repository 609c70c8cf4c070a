// The error needs just the second and the fourth of four allocations to fail.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    int x = 0, *p = &x, succeeded = 0;
    for (int i = 0; i < 4; i++) {
        void *block = malloc(8);
        if (block)
            succeeded |= 1 << i;
        free(block);
    }
    if (succeeded == 5)
        p = NULL;
    return *p; // BUG: null-deref
}
