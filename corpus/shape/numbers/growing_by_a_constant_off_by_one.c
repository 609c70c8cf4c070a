// The sum of a growing array takes one element too many.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *data = NULL;
    size_t used = 0, capacity = 0;
    while (__VERIFIER_nondet_int()) {
        if (used == capacity) {
            size_t larger = capacity + 4;
            int *moved = realloc(data, larger * sizeof *moved);
            if (!moved)
                break;
            data = moved;
            capacity = larger;
        }
        data[used++] = __VERIFIER_nondet_int();
    }
    unsigned sum = 0;
    for (size_t i = 0; i <= used; i++)
        sum += data[i]; // BUG: out-of-bounds, null-deref
    free(data);
    return sum == 0;
}
