// A function is given a part of an array, sorts both halves of it by itself and merges them.
// verdict: safe
// paths: unbounded
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);

static void sort(int *items, int *spare, unsigned long n)
{
    if (n < 2)
        return;
    unsigned long half = n / 2, i = 0, k = half, out = 0;
    sort(items, spare, half);
    sort(items + half, spare, n - half);
    while (i < half && k < n)
        spare[out++] = items[i] <= items[k] ? items[i++] : items[k++];
    while (i < half)
        spare[out++] = items[i++];
    while (k < n)
        spare[out++] = items[k++];
    for (i = 0; i < n; i++)
        items[i] = spare[i];
}

int main(void)
{
    int items[64], spare[64];
    unsigned long n = 0;
    while (n < 64 && __VERIFIER_nondet_int())
        items[n++] = __VERIFIER_nondet_int();
    sort(items, spare, n);
    return 0;
}
