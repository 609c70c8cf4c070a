// Copies a pointer byte by byte, and keeps a block by such a copy only.
// verdict: safe
#include <stdlib.h>

static void copy(void *to, const void *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
}

int main(void) {
    int *p = malloc(sizeof *p), *q;
    if (!p)
        return 1;
    copy(&q, &p, sizeof p);
    p = NULL;
    *q = 3;
    int x = *q;
    free(q);
    return x - 3;
}
