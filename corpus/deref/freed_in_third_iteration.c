// A loop frees a block in its third iteration and reads it in the fourth.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), sum = 0;
    if (!p)
        return 1;
    *p = 1;
    for (int i = 0; i < 5; i++) {
        sum += *p; // BUG: use-after-free
        if (i == 2)
            free(p);
    }
    return sum;
}
