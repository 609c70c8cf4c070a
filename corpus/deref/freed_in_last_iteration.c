// A loop frees a block in its last iteration.
// verdict: safe
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), sum = 0;
    if (!p)
        return 1;
    *p = 1;
    for (int i = 0; i < 5; i++) {
        sum += *p;
        if (i == 4)
            free(p);
    }
    return sum - 5;
}
