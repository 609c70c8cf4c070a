// A counter of active calls is what it was before whenever a call returns.
// verdict: safe
// property: unreach-call
// paths: unbounded
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
    if (choice > 3)
        descend(choice - 1);
    depth--;
    if (depth < 0)
        __VERIFIER_error();
}

int main(void)
{
    descend(__VERIFIER_nondet_int());
    if (depth != 0)
        __VERIFIER_error();
    return 0;
}
