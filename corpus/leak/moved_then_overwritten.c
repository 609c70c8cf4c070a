// Copies the pointer to a block before overwriting it.
// verdict: safe
#include <stdlib.h>

int main(void) {
    int *p = malloc(4), *kept = p;
    p = NULL;
    free(kept);
    return p != NULL;
}
