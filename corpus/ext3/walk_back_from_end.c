// Walks backwards from one past the last element, but reads before the first step.
// verdict: unsafe
extern unsigned char __VERIFIER_nondet_uchar(void);

static int last_but(const short *first, const short *end, unsigned skip) {
    while (skip-- && end > first)
        end--;
    return *end; // BUG: out-of-bounds
}

int main(void) {
    short values[3] = {1, 2, 3};
    return last_but(values, values + 3, __VERIFIER_nondet_uchar() % 4);
}
