// A block is at least as large as was asked for.
// verdict: safe
#include <malloc.h>
#include <stdlib.h>

int main(void) {
    int x = 0, *p = &x;
    char *block = malloc(10);
    if (block && malloc_usable_size(block) < 10)
        p = NULL;
    free(block);
    return *p;
}
