// The largest of an array's numbers.
// command: prove
// functions: 1

/*@ requires n >= 1 && forall(x, array(a, 4, n), \valid(x));
    ensures forall(x, array(a, 4, n), deref(x) <= \result); */
int largest(int *a, int n)
{
    int most = a[0];
    //@ loop invariant 1 <= i && i <= n && forall(x, array(a, 4, i), deref(x) <= most);
    for (int i = 1; i < n; i++)
        if (a[i] > most)
            most = a[i];
    return most;
}
