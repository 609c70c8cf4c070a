// The product of two negative inputs is positive, and too large for the array.
// verdict: unsafe
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char a[50] = {0};
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < -10 || x > 3 || y < -10 || y > 3 || x * y < 0)
        return 0;
    return a[x * y]; // BUG: out-of-bounds
}
