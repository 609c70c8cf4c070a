// That realloc to no bytes frees the block and returns null is assumed, and printed with the verdict.
// verdict: safe
#include <stdlib.h>

int main(void) {
    char *block = malloc(4);
    if (!block)
        return 0;
    char *other = realloc(block, 0);
    return other == NULL ? 0 : other[0];
}
