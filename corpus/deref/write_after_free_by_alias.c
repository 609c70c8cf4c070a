// Writes through a second pointer to a block that was freed through the first.
// verdict: unsafe
#include <stdlib.h>

struct point {
    int x, y;
};

int main(void) {
    struct point *p = malloc(sizeof *p);
    if (!p)
        return 1;
    int *y = &p->y;
    free(p);
    *y = 7; // BUG: use-after-free
    return 0;
}
