// A flag that says which way a counter goes is asked the wrong way round.
// verdict: unsafe
// property: unreach-call
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int up = __VERIFIER_nondet_int();
    int floor = 0, rounds = 0;
    while (__VERIFIER_nondet_int()) {
        if (up)
            floor += 3;
        else
            floor -= 2;
        rounds++;
    }
    if (!up && floor != 3 * rounds)
        __VERIFIER_error(); // BUG: reach-error
    if (up && floor + 2 * rounds != 0)
        __VERIFIER_error(); // BUG: reach-error
    return 0;
}
