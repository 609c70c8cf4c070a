// Frees the address of a function.
// verdict: unsafe
#include <stdlib.h>

static void handler(void) {}

int main(void) {
    void (*current)(void) = handler;
    current();
    free((void *)current); // BUG: invalid-free
    return 0;
}
