// Ends the program by exit while a block is allocated: it is not freed.
// verdict: unsafe
// property: valid-memcleanup
// malloc: ok
#include <stdlib.h>

int main(void) {
    char *p = malloc(4); // BUG: not-freed
    p[0] = 0;
    exit(0);
}
