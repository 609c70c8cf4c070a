// As halves_sorted.c, but the element behind the second half is compared, too.
// verdict: unsafe
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);

static void sort(int *items, int *spare, unsigned long n)
{
    if (n < 2)
        return;
    unsigned long half = n / 2, i = 0, k = half, out = 0;
    sort(items, spare, half);
    sort(items + half, spare, n - half);
    while (i < half && k <= n)
        spare[out++] = items[i] <= items[k] ? items[i++] : items[k++]; // BUG: out-of-bounds
    while (i < half)
        spare[out++] = items[i++];
    while (k < n)
        spare[out++] = items[k++];
    for (i = 0; i < n; i++)
        items[i] = spare[i];
}

int main(void)
{
    int items[3], spare[3];
    unsigned long n = 0;
    while (n < 3 && __VERIFIER_nondet_int())
        items[n++] = __VERIFIER_nondet_int();
    sort(items, spare, n);
    return 0;
}
