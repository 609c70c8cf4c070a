// Checks an index after truncating it, which makes every value small.
// verdict: safe
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

static int table[256];

int main(void) {
    unsigned long long n = __VERIFIER_nondet_ulonglong();
    unsigned char index = (unsigned char)n;
    return table[index];
}
