// A static local keeps a block between calls.
// verdict: safe
#include <stdlib.h>

static char *scratch(size_t size) {
    static char *buffer;
    free(buffer);
    return buffer = size ? malloc(size) : NULL;
}

int main(void) {
    char *a = scratch(4);
    if (a)
        a[3] = 1;
    char *b = scratch(8);
    if (b)
        b[7] = 1;
    scratch(3);
    return 0;
}
