// Reads through a pointer that was never set to anything but NULL.
// verdict: unsafe
#include <stddef.h>

int main(void) {
    int *p = NULL;
    return *p; // BUG: null-deref
}
