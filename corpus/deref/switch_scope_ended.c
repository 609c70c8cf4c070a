// A variable that is declared before the first `case` ends with the `switch`.
// verdict: unsafe
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int y = 0;
    int *p = &y;
    switch (__VERIFIER_nondet_int()) {
        int x;
    case 0:
        x = 1;
        p = &x;
        break;
    default:
        break;
    }
    return *p; // BUG: use-after-scope
}
