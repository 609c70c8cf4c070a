// Whether neighbours are in order: the counter stops before the last element, and may not have moved at all.
// command: prove
// functions: 1
#include <stddef.h>

/*@ requires forall(p, array(a, 4, n), \valid(p)) && n >= 0;
    ensures \result == 1 ==> forall(p, array(a, 4, n - 1), *p <= *(p + 1));
    ensures \result == 0 || \result == 1; */
int sorted(const int *a, int n) { for (int i = 0; i + 1 < n; i++) if (a[i] > a[i+1]) return 0; return 1; }
