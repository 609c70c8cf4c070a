// Copies into a block that was freed in another function.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

static void release(void *block) {
    free(block);
}

int main(void) {
    const char from[8] = "1234567";
    char *block = malloc(8);
    if (!block)
        return 1;
    memcpy(block, from, 8);
    release(block);
    memcpy(block, from, 8); // BUG: use-after-free
    return 0;
}
