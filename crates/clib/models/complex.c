/* Complex arithmetic and integer powers, which compilers call by name. */
#include "libc.h"

#define REAL float
#define NAME(x) x##f
#define EPSILON __FLT_EPSILON__
#define LEAST __FLT_MIN__
#define MOST __FLT_MAX__
#include "complex.h"
#undef REAL
#undef NAME
#undef EPSILON
#undef LEAST
#undef MOST

#define REAL double
#define NAME(x) x
#define EPSILON __DBL_EPSILON__
#define LEAST __DBL_MIN__
#define MOST __DBL_MAX__
#include "complex.h"
#undef REAL
#undef NAME
#undef EPSILON
#undef LEAST
#undef MOST

#define REAL long double
#define NAME(x) x##l
#define EPSILON __LDBL_EPSILON__
#define LEAST __LDBL_MIN__
#define MOST __LDBL_MAX__
#include "complex.h"

/* The quotient of floats is computed in double precision, as the compiler's own library does. */
float _Complex __divsc3(float a, float b, float c, float d) {
    return __libc_div(a, b, c, d);
}

double _Complex __divdc3(double a, double b, double c, double d) {
    return __libc_div(a, b, c, d);
}

long double _Complex __divxc3(long double a, long double b, long double c, long double d) {
    return __libc_divl(a, b, c, d);
}

float _Complex __mulsc3(float a, float b, float c, float d) {
    return __libc_mulf(a, b, c, d);
}

double _Complex __muldc3(double a, double b, double c, double d) {
    return __libc_mul(a, b, c, d);
}

long double _Complex __mulxc3(long double a, long double b, long double c, long double d) {
    return __libc_mull(a, b, c, d);
}

float __powisf2(float base, int exponent) {
    return __libc_powerf(base, exponent);
}

double __powidf2(double base, int exponent) {
    return __libc_power(base, exponent);
}

long double __powixf2(long double base, int exponent) {
    return __libc_powerl(base, exponent);
}
