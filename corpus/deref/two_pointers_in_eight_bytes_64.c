// Stores two pointers in eight bytes: too small where pointers have eight bytes.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    int x = 1;
    int **pair = malloc(8);
    if (!pair)
        return 1;
    pair[0] = &x;
    pair[1] = &x; // BUG: out-of-bounds
    free(pair);
    return 0;
}
