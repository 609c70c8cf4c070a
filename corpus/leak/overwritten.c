// Overwrites the only pointer to a block.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    p = NULL; // BUG: leak
    return p != NULL;
}
