// NaN, infinity, signs.
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile double zero = 0;
    double nan = zero / zero, inf = 1 / zero;
    printf("%d %d %d %d %d ", !!isnan(nan), !!isnan(inf), !!isinf(inf), !!isfinite(nan), !!signbit(-0.0));
    printf("%d %d %d\n", nan == nan, fpclassify(0.0) == FP_ZERO, !!isnormal(1e-310));
    return 0;
}
