// An array of negative length has no elements.
// verdict: unsafe
// sanitizers: blind, because the machine takes the length for an enormous one
int __VERIFIER_nondet_int(void);

int main(void) {
    int length = __VERIFIER_nondet_int();
    if (length > 3 || length == 0)
        return 0;
    int numbers[length];
    numbers[0] = 0; // BUG: out-of-bounds
    return numbers[0];
}
