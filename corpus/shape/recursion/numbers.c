// Numbers go through a recursion unchanged: what two calls store differs as their arguments do.
// verdict: safe
// paths: unbounded
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void put(int number, int depth, int *out)
{
    if (depth > 0)
        put(number, depth - 1, out);
    else
        *out = number;
}

int main(void)
{
    int number = __VERIFIER_nondet_int(), depth = __VERIFIER_nondet_int(), one = 0, other = 0;
    put(number, depth, &one);
    put(number + 1, depth, &other);
    if (one == other)
        reach_error();
    return 0;
}
