// Numbers with a fraction index an array: directly, after a product, and after rounding up.
// verdict: safe
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int counts[10] = {0};
    double x = __VERIFIER_nondet_double();
    if (x > -1 && x < 10)
        counts[(int)x]++;
    float f = __VERIFIER_nondet_float();
    if (f >= 1.5f && f <= 2.25f) {
        float twice = f * 2.0f;
        assert(twice >= 3.0f && twice <= 4.5f);
        counts[(int)twice]++;
    }
    int n = __VERIFIER_nondet_int();
    double exact = n;
    assert((int)exact == n);
    if (n >= 0 && n <= 18)
        counts[(int)ceil(n / 2.0)]++;
    return 0;
}
