// Tests both allocations, and frees the first where the second fails.
// verdict: safe
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *first = calloc(4, 4);
    if (!first)
        return 1;
    char *second = calloc(1, 16);
    if (!second) {
        free(first);
        return 1;
    }
    memcpy(second, first, 16);
    free(first);
    free(second);
    return 0;
}
