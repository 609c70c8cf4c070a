// An array of numbers grows by a fixed number of elements; its sum is taken at the end.
// verdict: safe
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
    for (size_t i = 0; i < used; i++)
        sum += data[i];
    free(data);
    return sum == 0;
}
