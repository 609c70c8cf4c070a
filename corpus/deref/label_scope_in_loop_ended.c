// Each iteration has a variable of its own, also where a label stands before it.
// verdict: unsafe
int main(void)
{
    int *p = 0;
    while (1) {
    again:;
        int x = 1;
        if (p)
            return *p; // BUG: use-after-scope
        p = &x;
        if (x < 0)
            goto again;
    }
}
