// Frees a local array.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    char buffer[16];
    char *p = buffer;
    free(p); // BUG: invalid-free
    return 0;
}
