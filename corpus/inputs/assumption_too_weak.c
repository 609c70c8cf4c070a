// An assumption about an input lets one bad index pass.
// verdict: unsafe
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int condition);

static const char digits[16] = "0123456789abcde";

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(c <= 16);
    return digits[c]; // BUG: out-of-bounds
}
