// An alignment that posix_memalign accepts: the block is there, or memory is short.
// verdict: safe
#define _POSIX_C_SOURCE 200112L
#include <errno.h>
#include <stdlib.h>

int main(void) {
    void *block = NULL;
    int failure = posix_memalign(&block, 64, 16);
    if (failure == EINVAL)
        return *(int *)block;
    if (failure == 0)
        *(char *)block = 1;
    free(block);
    return 0;
}
