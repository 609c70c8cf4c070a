// The variable of a call is used through a global after the call has returned.
// verdict: unsafe
// property: valid-deref
extern int __VERIFIER_nondet_int(void);

static int *last;

static int visit(int level)
{
    int own = level;
    last = &own;
    if (level > 0) {
        visit(level - 1);
        return *last; // BUG: use-after-scope
    }
    return own;
}

int main(void)
{
    return visit(__VERIFIER_nondet_int() & 3);
}
