// Returns from main while a local holds a block: the local ends, and with it the last pointer.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    if (p)
        *p = 1;
    return 0;
} // BUG: leak
