// A search by halving, behind which the number of elements bounds the place again.
// verdict: safe
// paths: unbounded
extern int __VERIFIER_nondet_int(void);

static int find(const long *items, int n, long wanted)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (items[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && items[low] == wanted ? low : -1;
}

int main(void)
{
    long items[100];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100)
        return 0;
    for (int i = 0; i < n; i++)
        items[i] = __VERIFIER_nondet_int();
    return find(items, n, __VERIFIER_nondet_int()) < 0;
}
