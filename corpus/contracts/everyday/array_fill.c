// Sets all elements of an array.
// command: prove
// functions: 1
#include <stddef.h>

/*@ requires forall(x, array(a, 4, n), \valid(x)) && Off(a) == 0;
    requires n <= 1000000;
    assigns array(a, 4, n);
    ensures forall(x, array(a, 4, n), *x == value); */
void fill(int *a, unsigned n, int value)
{
    for (unsigned i = 0; i < n; i++)
        a[i] = value;
}
