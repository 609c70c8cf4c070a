// A position that moves by one up to a mark and by two beyond it is even whenever it is beyond.
// verdict: safe
// property: unreach-call
// paths: unbounded
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    unsigned position = 0;
    while (__VERIFIER_nondet_int() && position < 3000000000u) {
        if (position < 4000)
            position++;
        else
            position += 2;
        if (position > 4000 && position % 2 != 0)
            __VERIFIER_error();
    }
    return 0;
}
