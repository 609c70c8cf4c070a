// The branch of an `if` is a block, also without braces.
// verdict: unsafe
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 3;
    int *p = &x;
    if (__VERIFIER_nondet_int())
        p = &(int){5};
    return *p; // BUG: use-after-scope
}
