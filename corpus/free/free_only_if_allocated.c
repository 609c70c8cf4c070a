// Uses a local buffer for small sizes and the heap for large ones, and frees the latter only.
// verdict: safe
#include <stdlib.h>
#include <string.h>

static int zero(size_t size) {
    char local[16], *buffer = local;
    if (size > sizeof local)
        buffer = malloc(size);
    if (!buffer)
        return -1;
    memset(buffer, 0, size);
    if (buffer != local)
        free(buffer);
    return 0;
}

int main(void) {
    return zero(10) + zero(16) + zero(17) != 0;
}
