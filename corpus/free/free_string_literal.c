// A function returns an allocated string or, for the empty one, a literal, and the caller frees both.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

static char *copy(const char *from) {
    if (!*from)
        return "";
    return strdup(from);
}

int main(void) {
    char *full = copy("full"), *empty = copy("");
    free(full);
    free(empty); // BUG: invalid-free
    return 0;
}
