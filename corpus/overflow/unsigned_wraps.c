// Unsigned numbers wrap around, and narrow ones are computed as int.
// verdict: safe
// property: no-overflow
#include <limits.h>

int main(void) {
    unsigned u = UINT_MAX;
    u += 2;
    unsigned char c = 255;
    c++;
    short s = SHRT_MAX;
    s = (short)(s + 1);
    return u == 1 && c == 0 && s == SHRT_MIN ? 0 : 1;
}
