// A counter that goes up in every other round is half as large as the number of rounds.
// verdict: safe
// property: unreach-call
// paths: unbounded
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int pairs = __VERIFIER_nondet_int();
    if (pairs < 0 || pairs > 100000)
        return 0;
    int first = 0;
    for (int item = 0; item < 2 * pairs; item++)
        if (item % 2 == 0)
            first++;
    if (first != pairs)
        __VERIFIER_error();
    return 0;
}
