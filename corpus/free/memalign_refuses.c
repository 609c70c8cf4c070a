// posix_memalign wants a power of two that is a multiple of the size of a pointer, and stores nothing otherwise.
// verdict: unsafe
#define _POSIX_C_SOURCE 200112L
#include <errno.h>
#include <stdlib.h>

int main(void) {
    int x = 0;
    void *block = &x;
    if (posix_memalign(&block, 4, 16) == EINVAL)
        free(block); // BUG: invalid-free
    return 0;
}
