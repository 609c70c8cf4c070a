// Copies an array to another.
// command: prove
// functions: 1
#include <stddef.h>

/*@ requires forall(x, array(to, 4, n), \valid(x)) && forall(x, array(from, 4, n), \valid(x));
    requires Obj(to) != Obj(from) && Off(to) == 0 && Off(from) == 0 && n <= 1000000;
    assigns array(to, 4, n); */
void copy(int *to, int *from, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        to[i] = from[i];
}
