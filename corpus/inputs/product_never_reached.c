// No value of the input satisfies the equation, so the error is not reached.
// verdict: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x * x % 4 == 2)
        reach_error();
    return 0;
}
