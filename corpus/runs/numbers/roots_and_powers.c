// Exact results of transcendental functions.
#include <math.h>
#include <stdio.h>

int main(void) {
    printf("%g %g %g %g %g %g\n", sqrt(2.25), cbrt(27), pow(2, 10), exp(0), log(1), hypot(3, 4));
    printf("%g %g %g %g\n", log2(8), log10(1000), exp2(5), fma(2, 3, 4));
    return 0;
}
