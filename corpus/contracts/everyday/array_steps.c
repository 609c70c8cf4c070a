// Some elements of an array are incremented; the index of the least.
// command: prove
// functions: 2
/*@ requires n >= 0;
    requires forall(x, array(a, sizeof(int), n), \valid(x));
    assigns array(a, sizeof(int), n);
    ensures forall(x, array(a, sizeof(int), n), *x == \old(*x) + 1 || \old(*x) == 2147483647 || *x == \old(*x)); */
void inc(int *a, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] < 100)
            a[i]++;
}

/*@ requires n > 0 && forall(x, array(a, sizeof(int), n), \valid(x));
    ensures 0 <= \result && \result < n;
    ensures forall(x, array(a, sizeof(int), n), a[\result] <= *x); */
int min_index(const int *a, int n)
{
    int m = 0;
    for (int i = 1; i < n; i++)
        if (a[i] < a[m])
            m = i;
    return m;
}
