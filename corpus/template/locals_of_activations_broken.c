// A call changes the variable of the activation that called it.
// verdict: unsafe
// property: valid-deref,unreach-call
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int visit(int level, int *above)
{
    int own = 6;
    if (above && level == 1)
        *above = 7;
    if (level > 0 && __VERIFIER_nondet_int())
        visit(level - 1, &own);
    if (own != 6)
        __VERIFIER_error(); // BUG: reach-error
    return own;
}

int main(void)
{
    visit(__VERIFIER_nondet_int(), 0);
    return 0;
}
