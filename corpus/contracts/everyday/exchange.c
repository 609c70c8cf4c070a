// Swaps two elements of an array.
// command: prove
// functions: 2

/*@ requires \valid(p) && \valid(q);
    assigns {p, q};
    ensures *p == \old(*q) && *q == \old(*p); */
void swap(int *p, int *q)
{
    int kept = *p;
    *p = *q;
    *q = kept;
}

/*@ requires 0 <= i && i < n && 0 <= j && j < n && forall(x, array(a, 4, n), \valid(x));
    assigns array(a, 4, n);
    ensures a[i] == \old(a[j]) && a[j] == \old(a[i]); */
void exchange(int *a, int n, int i, int j)
{
    swap(&a[i], &a[j]);
}
