// A counter that goes up in every other round, which is compared with one too many.
// verdict: unsafe
// property: unreach-call
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
    if (first != pairs + (pairs == 7))
        __VERIFIER_error(); // BUG: reach-error
    return 0;
}
