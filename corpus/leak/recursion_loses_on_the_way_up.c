// A recursive function allocates on the way down and loses the blocks on the way up.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

static int depth(int n) {
    int *here = malloc(sizeof *here);
    *here = n;
    int below = n > 0 ? depth(n - 1) : 0;
    if (n != 1)
        free(here);
    return below + 1;
} // BUG: leak

int main(void) {
    return depth(3) - 4;
}
