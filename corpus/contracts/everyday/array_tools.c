// Arrays: two elements exchanged by a contract, and a copy.
// command: prove
// functions: 3
#include <stddef.h>
/*@ requires \valid(a) && \valid(b);
    assigns {a, b};
    ensures *a == \old(*b) && *b == \old(*a); */
void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}
/*@ requires i >= 0 && j >= 0 && i < n && j < n && forall(x, array(a, sizeof(int), n), \valid(x));
    assigns {&a[i], &a[j]};
    ensures a[i] == \old(a[j]) && a[j] == \old(a[i]); */
void exchange(int a[], int i, int j, int n)
{
    swap(&a[i], &a[j]);
}
/*@ requires forall(x, array(s, 1, n), \valid(x)) && forall(x, array(d, 1, n), \valid(x)) && Obj(s) != Obj(d);
    assigns array(d, 1, n); */
void copy(char *d, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = s[i];
}
