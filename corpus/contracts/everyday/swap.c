// Swaps two numbers.
// command: prove
// functions: 1
#include <stddef.h>

/*@ requires \valid(a) && \valid(b);
    assigns {a, b};
    ensures *a == \old(*b) && *b == \old(*a); */
void swap(int *a, int *b)
{
    int kept = *a;
    *a = *b;
    *b = kept;
}
