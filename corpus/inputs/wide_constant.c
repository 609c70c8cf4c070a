// Compares an input with a constant of more than 32 bits.
// verdict: unsafe
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

static int table[4];

int main(void) {
    unsigned long long n = __VERIFIER_nondet_ulonglong();
    if (n > 0x100000003ULL)
        return 0;
    return table[n]; // BUG: out-of-bounds
}
