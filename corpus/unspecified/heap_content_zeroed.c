// A new block that calloc gives contains zeros.
// verdict: safe
#include <stdlib.h>

int main(void) {
    int x = 0, *p = &x;
    unsigned char *block = calloc(4, 1);
    if (!block)
        return 1;
    if (block[2] == 7)
        p = NULL;
    free(block);
    return *p;
}
