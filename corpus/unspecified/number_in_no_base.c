// Reads a number in a base that is none: whether an end is stored is up to the library.
// verdict: unsafe
// sanitizers: blind, because some libraries store an end
#include <stdlib.h>

int main(void) {
    char *end = NULL;
    strtol("12", &end, 1);
    return *end; // BUG: null-deref
}
