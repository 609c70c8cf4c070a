// A program that aborts does not exit, so nothing need be freed.
// verdict: safe
// property: memsafety,valid-memcleanup
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    if (p)
        abort();
    return 0;
}
