// Frees an error code that was returned as a pointer.
// verdict: unsafe
#include <stdlib.h>

static void *open_device(int number) {
    if (number != 0)
        return (void *)-1L;
    return malloc(8);
}

int main(void) {
    void *first = open_device(0), *second = open_device(1);
    free(first);
    free(second); // BUG: invalid-free
    return 0;
}
