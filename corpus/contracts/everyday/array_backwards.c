// A number is looked for in an array; an array is cleared from its end.
// command: prove
// functions: 2
/*@ requires n >= 0 && n <= 1000 && forall(p, array(a, sizeof(int), n), \valid(p));
    ensures \result == 1 ==> exists(p, array(a, sizeof(int), n), *p == v);
    ensures \result == 0 ==> forall(p, array(a, sizeof(int), n), *p != v);
    ensures \result == 0 || \result == 1; */
int has(const int *a, int n, int v)
{
    for (int i = 0; i < n; i++)
        if (a[i] == v)
            return 1;
    return 0;
}
/*@ requires n >= 0 && n <= 1000 && forall(p, array(a, sizeof(int), n), \valid(p));
    assigns array(a, sizeof(int), n);
    ensures forall(p, array(a, sizeof(int), n), *p == 0); */
void zero_backwards(int *a, int n)
{
    while (n > 0) {
        n--;
        a[n] = 0;
    }
}
