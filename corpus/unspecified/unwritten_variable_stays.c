// A variable that was never set keeps its value.
// verdict: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int never, copy;
    if (__VERIFIER_nondet_int())
        copy = never;
    else
        copy = never + 1;
    assert(copy == never || copy - 1 == never);
    assert(never == never);
}
