// Collects the addresses of variables of each iteration, and reads them after the loop.
// verdict: unsafe
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *kept[3];
    for (int i = 0; i < 3; i++) {
        int square = i * i;
        kept[i] = &square;
    }
    return *kept[__VERIFIER_nondet_uchar() % 3]; // BUG: use-after-scope
}
