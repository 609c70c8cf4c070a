// Compares more bytes than an array has. The first ones differ, but all must be there.
// verdict: unsafe
#include <string.h>

int main(int argc, char **argv) {
    char small[3] = {1, 2, 3}, large[9] = {9};
    (void)argv;
    return argc > 1 && memcmp(small, large, sizeof large) > 0; // BUG: out-of-bounds
}
