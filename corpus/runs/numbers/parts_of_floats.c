// frexp, ldexp, modf, fmod, remainder.
#include <math.h>
#include <stdio.h>

int main(void) {
    int e;
    double whole, m = frexp(40.0, &e), f = modf(-3.75, &whole);
    printf("%g %d %g %g %g %g %g\n", m, e, f, whole, ldexp(0.75, 4), fmod(-7.5, 2), remainder(7.5, 2));
    printf("%g %g %g %d %g\n", fmin(1, 2), fmax(1, 2), copysign(3, -0.0), ilogb(40.0), nextafter(1.0, 1.0));
    return 0;
}
