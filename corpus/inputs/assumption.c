// An assumption about an input keeps an index in bounds.
// verdict: safe
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int condition);

static const char digits[16] = "0123456789abcde";

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume((c & 0xf0) == 0);
    return digits[c];
}
