// aligned_alloc, posix_memalign, reallocarray.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    void *a = aligned_alloc(64, 128), *b = NULL;
    int e = posix_memalign(&b, 256, 10), f = posix_memalign(&b, 3, 10);
    int *c = reallocarray(NULL, 4, sizeof(int));
    printf("%d %d %d %d %d\n", (uintptr_t)a % 64 == 0, e, (uintptr_t)b % 256 == 0, f, c != NULL);
    free(a); free(b); free(c);
    return 0;
}
