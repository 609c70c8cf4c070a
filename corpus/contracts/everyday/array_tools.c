// Arrays: the maximum, exchange, the index of a value, a copy.
// command: prove
// functions: 5
#include <stddef.h>
/*@ requires n >= 1 && forall(x, array(a, sizeof(int), n), \valid(x));
    ensures forall(x, array(a, sizeof(int), n), *x <= \result);
    ensures exists(x, array(a, sizeof(int), n), *x == \result); */
int max(const int *a, int n)
{
    int m = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] > m)
            m = a[i];
    return m;
}
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
/*@ requires n >= 0 && forall(x, array(a, sizeof(int), n), \valid(x));
    ensures \result == -1 ==> forall(x, array(a, sizeof(int), n), *x != v);
    ensures \result != -1 ==> 0 <= \result && \result < n && a[\result] == v; */
int index_of(int *a, int n, int v)
{
    int i = 0;
    while (i < n) {
        if (a[i] == v)
            return i;
        ++i;
    }
    return -1;
}
/*@ requires forall(x, array(s, 1, n), \valid(x)) && forall(x, array(d, 1, n), \valid(x)) && Obj(s) != Obj(d);
    assigns array(d, 1, n); */
void copy(char *d, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = s[i];
}
