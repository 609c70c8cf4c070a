// Clears an array with the size of an int times the number of shorts.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t count = 6;
    short *a = malloc(count * sizeof(short));
    if (!a)
        return 1;
    memset(a, 0, count * sizeof(int)); // BUG: out-of-bounds
    free(a);
    return 0;
}
