// Collects the values of variables of each iteration, and reads them after the loop.
// verdict: safe
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int kept[3];
    for (int i = 0; i < 3; i++) {
        int square = i * i;
        int *p = &square;
        if (i > 1) {
            int half = *p / 2;
            p = &half;
            kept[i] = *p;
        } else
            kept[i] = *p;
    }
    return kept[__VERIFIER_nondet_uchar() % 3];
}
