// Uses an environment variable that may not be set.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *home = getenv("HEAPPROOF_NO_SUCH_VARIABLE");
    return strlen(home) > 3; // BUG: null-deref
}
