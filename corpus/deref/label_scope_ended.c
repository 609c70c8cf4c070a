// A label before the declaration of a variable does not make it live longer.
// verdict: unsafe
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p;
    {
    again:;
        int x = __VERIFIER_nondet_int();
        p = &x;
        if (x < 0)
            goto again;
    }
    return *p; // BUG: use-after-scope
}
