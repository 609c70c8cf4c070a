// A counter of active calls is not set back on one of the ways out.
// verdict: unsafe
// property: unreach-call
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int depth;

static void descend(int choice)
{
    if (depth >= 100)
        return;
    depth++;
    if (choice > 0)
        descend(__VERIFIER_nondet_int());
    if (choice == 7)
        return;
    depth--;
    if (depth < 0)
        __VERIFIER_error();
}

int main(void)
{
    descend(__VERIFIER_nondet_int());
    if (depth != 0)
        __VERIFIER_error(); // BUG: reach-error
    return 0;
}
