// As found_by_halving.c, but an element behind the last is looked at.
// verdict: unsafe
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
    return low <= n && items[low] == wanted ? low : -1; // BUG: out-of-bounds
}

int main(void)
{
    long items[4];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    for (int i = 0; i < n; i++)
        items[i] = __VERIFIER_nondet_int();
    return find(items, n, __VERIFIER_nondet_int()) < 0;
}
