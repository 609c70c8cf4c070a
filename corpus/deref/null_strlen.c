// Passes NULL to a string function of the C library.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

static const char *name_of(int n) {
    switch (n) {
    case 0:
        return "zero";
    case 1:
        return "one";
    default:
        return NULL;
    }
}

int main(void) {
    size_t length = strlen(name_of(0)) + strlen(name_of(1));
    return length + strlen(name_of(2)); // BUG: null-deref
}
