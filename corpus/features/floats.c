// Floating-point arithmetic in all formats, conversions, and comparisons with infinities and NaNs.
// verdict: safe
#include <assert.h>
#include <math.h>

static double mean(const float *values, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

int main(void) {
    float values[] = {1.5f, 2.5f, -4.0f};
    assert(mean(values, 3) == 0);
    volatile double zero = 0;
    double infinity = 1 / zero, nan = zero / zero;
    assert(infinity > 1e308 && nan != nan && !(nan < 1) && !(nan >= 1));
    assert((int)-2.9 == -2 && (unsigned char)3.99f == 3);
    assert((float)16777217 == 16777216.0f);
    long double wide = 1.0L + 0x1p-60L;
    assert(wide > 1.0L && (double)wide == 1.0);
    assert(fabs(-1.25) == 1.25 && floor(-1.25) == -2 && sqrt(2.25) == 1.5);
    return 0;
}
