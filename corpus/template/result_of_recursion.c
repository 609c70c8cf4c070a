// A function that calls itself as often as its parameter says gives twice as much.
// verdict: safe
// property: unreach-call
// paths: unbounded
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int twice(int number)
{
    if (number <= 0)
        return 0;
    return twice(number - 1) + 2;
}

int main(void)
{
    int number = __VERIFIER_nondet_int();
    if (number < 0 || number > 1000000)
        return 0;
    if (twice(number) != 2 * number)
        __VERIFIER_error();
    return 0;
}
