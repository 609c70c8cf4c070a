// A position that moves by one up to a mark and by two beyond it; the mark is odd.
// verdict: unsafe
// property: unreach-call
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    unsigned position = 0;
    while (__VERIFIER_nondet_int() && position < 3000000000u) {
        if (position < 41)
            position++;
        else
            position += 2;
        if (position > 41 && position % 2 != 0)
            __VERIFIER_error(); // BUG: reach-error
    }
    return 0;
}
