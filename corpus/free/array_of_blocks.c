// A loop frees each of several blocks once, in another order.
// verdict: safe
// malloc: ok
#include <stdlib.h>

int main(void) {
    void *blocks[5];
    for (int i = 0; i < 5; i++)
        blocks[i] = malloc(i + 1);
    for (int i = 0; i < 5; i++)
        free(blocks[i * 2 % 5]);
    return 0;
}
