// A `goto` jumps over the declaration of a variable into its block.
// verdict: unsafe
int main(void)
{
    int *p, k = 0;
    goto inside;
    while (k < 2) {
        int x;
    inside:
        x = k;
        p = &x;
        k++;
    }
    return *p; // BUG: use-after-scope
}
