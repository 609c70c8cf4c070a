// Returns the address of an element of a local array, chosen by an input.
// verdict: unsafe
extern unsigned char __VERIFIER_nondet_uchar(void);

static int *choose(unsigned which) {
    int choices[4] = {2, 3, 5, 7};
    int *chosen = choices;
    while (which--)
        chosen++;
    return chosen;
}

int main(void) {
    int *chosen = choose(__VERIFIER_nondet_uchar() % 4);
    return *chosen; // BUG: use-after-scope
}
