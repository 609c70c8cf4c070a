// Copies out of a block that was freed.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

int main(void) {
    char copy[8];
    char *block = calloc(8, 1);
    if (!block)
        return 1;
    free(block);
    memcpy(copy, block, sizeof copy); // BUG: use-after-free
    return copy[0];
}
