// Finds an element of an array.
// command: prove
// functions: 1
#include <stddef.h>

/*@ requires forall(x, array(a, 4, n), \valid(x)) && Off(a) == 0 && n <= 1000000;
    ensures \result == NULL || in(\result, array(a, 4, n)) && *\result == key;
    ensures \result != NULL || forall(x, array(a, 4, n), *x != key); */
int *find(int *a, unsigned n, int key)
{
    for (unsigned i = 0; i < n; i++)
        if (a[i] == key)
            return &a[i];
    return NULL;
}
