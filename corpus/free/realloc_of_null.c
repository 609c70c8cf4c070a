// Reallocating NULL allocates.
// verdict: safe
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = realloc(NULL, 8);
    if (!p)
        return 1;
    memset(p, 0, 8);
    free(p);
    return 0;
}
