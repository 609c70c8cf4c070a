// Binary search in an array.
// command: prove
// functions: 1
/*@ requires 0 <= n && n < 1000000 && forall(x, array(a, 4, n), \valid_read(x));
    assigns \nothing;
    ensures -1 <= \result && \result < n;
    ensures \result >= 0 ==> a[\result] == key; */
int search(const int *a, int n, int key)
{
    int lo = 0, hi = n - 1;
    while (lo <= hi) {
        int mid = lo + (hi - lo) / 2;
        if (a[mid] == key)
            return mid;
        if (a[mid] < key)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return -1;
}
