// Walks from the first element to one past the last, and never reads there.
// verdict: safe
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int sum(const short *at, const short *end) {
    int sum = 0;
    while (at != end)
        sum += *at++;
    return sum;
}

int main(void) {
    short values[4] = {1, 2, 3, 4};
    unsigned count = __VERIFIER_nondet_uchar();
    if (count > 4)
        return 0;
    values[count & 3] = 5;
    return sum(values, values + count) > 100;
}
