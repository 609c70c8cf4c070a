// A function that calls itself as often as its parameter says gives twice as much, up to a limit that was forgotten.
// verdict: unsafe
// property: unreach-call
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int twice(int number)
{
    if (number <= 0)
        return 0;
    int before = twice(number - 1);
    return before < 4 ? before + 2 : before;
}

int main(void)
{
    int number = __VERIFIER_nondet_int();
    if (number < 0 || number > 1000000)
        return 0;
    if (twice(number) != 2 * number)
        __VERIFIER_error(); // BUG: reach-error
    return 0;
}
