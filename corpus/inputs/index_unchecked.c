// Indexes an array with an input that is not checked.
// verdict: unsafe
extern int __VERIFIER_nondet_int(void);

static int table[10];

int main(void) {
    int i = __VERIFIER_nondet_int();
    return table[i]; // BUG: out-of-bounds
}
