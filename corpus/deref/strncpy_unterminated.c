// strncpy fills the buffer without a terminator, and strlen runs over its end.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = malloc(4);
    if (!name)
        return 1;
    strncpy(name, "longer", 4);
    size_t length = strlen(name); // BUG: out-of-bounds
    free(name);
    return (int)length;
}
