// Checks an input against the upper bound only.
// verdict: unsafe
extern int __VERIFIER_nondet_int(void);

static int table[10];

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i >= 10)
        return 0;
    return table[i]; // BUG: out-of-bounds
}
