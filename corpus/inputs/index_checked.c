// Indexes an array with an input after checking both bounds.
// verdict: safe
extern int __VERIFIER_nondet_int(void);

static int table[10];

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 10)
        return 0;
    return table[i];
}
