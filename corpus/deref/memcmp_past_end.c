// Compares more bytes than the second block has.
// verdict: unsafe
#include <string.h>

int main(void) {
    char a[8] = "1234567", b[4] = "123";
    b[3] = '4';
    return memcmp(a, b, sizeof a) != 0; // BUG: out-of-bounds
}
