// Allocates room for the terminator of a copy.
// verdict: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *from = "heap";
    char *copy = malloc(strlen(from) + 1);
    if (!copy)
        return 1;
    strcpy(copy, from);
    assert(strcmp(copy, from) == 0);
    free(copy);
    return 0;
}
