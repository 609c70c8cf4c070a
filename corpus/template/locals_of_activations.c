// Each activation of a recursive function has a variable of its own, which the calls that it makes leave alone.
// verdict: safe
// property: valid-deref,unreach-call
// paths: unbounded
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static void raise(int *number)
{
    *number += 1;
}

static int visit(int level)
{
    int own = 5;
    raise(&own);
    if (level > 0 && __VERIFIER_nondet_int())
        visit(level - 1);
    if (own != 6)
        __VERIFIER_error();
    return own;
}

int main(void)
{
    if (visit(__VERIFIER_nondet_int()) != 6)
        __VERIFIER_error();
    return 0;
}
