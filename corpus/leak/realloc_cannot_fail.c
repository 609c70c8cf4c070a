// Assigns the result of realloc to the only pointer, where allocation is assumed to succeed.
// verdict: safe
// malloc: ok
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    p = realloc(p, 8);
    free(p);
    return 0;
}
