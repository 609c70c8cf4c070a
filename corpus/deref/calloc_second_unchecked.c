// Tests the first allocation but not the second.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *first = calloc(4, 4);
    if (!first)
        return 1;
    char *second = calloc(1, 16);
    memcpy(second, first, 16); // BUG: null-deref
    free(first);
    free(second);
    return 0;
}
