// The head of a queue in an array wraps around one element too late.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 8 };

int main(void)
{
    int ring[SIZE];
    int head = 0, count = 0;
    unsigned sum = 0;
    while (__VERIFIER_nondet_int()) {
        if (count < SIZE && __VERIFIER_nondet_int()) {
            ring[(head + count) % SIZE] = __VERIFIER_nondet_int();
            count++;
        } else if (count > 0) {
            sum += ring[head]; // BUG: out-of-bounds
            head = (head + 1) % (SIZE + 1);
            count--;
        }
    }
    return sum == 0;
}
