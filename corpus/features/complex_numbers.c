// Complex numbers in memory and by value.
// verdict: safe
#include <assert.h>
#include <complex.h>

static double complex square(double complex z) {
    return z * z;
}

int main(void) {
    double complex z = 3.0 + 4.0 * I;
    z = square(z);
    assert(creal(z) == -7 && cimag(z) == 24);
    ((double *)&z)[1] = 0;
    assert(z == -7);
    return 0;
}
