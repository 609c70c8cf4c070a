/* Complex arithmetic and integer powers, which compilers call by name. Products and quotients that come out as NaN
   though an operand is infinite are recomputed as Annex G of the C standard has it. */
#include "libc.h"

#define COMPLEX(suffix, real)                                                                                      \
    static real __libc_unit##suffix(real x) {                                                                      \
        return __builtin_copysign##suffix(__builtin_isinf(x) ? 1 : 0, x);                                          \
    }                                                                                                              \
                                                                                                                   \
    static real __libc_zero##suffix(real x) {                                                                      \
        return __builtin_isnan(x) ? __builtin_copysign##suffix(0, x) : x;                                          \
    }                                                                                                              \
                                                                                                                   \
    static real _Complex __libc_mul##suffix(real a, real b, real c, real d) {                                      \
        real ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                                       \
        real _Complex z;                                                                                           \
        __real__ z = ac - bd;                                                                                      \
        __imag__ z = ad + bc;                                                                                      \
        if (!__builtin_isnan(__real__ z) || !__builtin_isnan(__imag__ z))                                          \
            return z;                                                                                              \
        int again = 0;                                                                                             \
        if (__builtin_isinf(a) || __builtin_isinf(b)) {                                                            \
            a = __libc_unit##suffix(a);                                                                            \
            b = __libc_unit##suffix(b);                                                                            \
            c = __libc_zero##suffix(c);                                                                            \
            d = __libc_zero##suffix(d);                                                                            \
            again = 1;                                                                                             \
        }                                                                                                          \
        if (__builtin_isinf(c) || __builtin_isinf(d)) {                                                            \
            c = __libc_unit##suffix(c);                                                                            \
            d = __libc_unit##suffix(d);                                                                            \
            a = __libc_zero##suffix(a);                                                                            \
            b = __libc_zero##suffix(b);                                                                            \
            again = 1;                                                                                             \
        }                                                                                                          \
        if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) { \
            a = __libc_zero##suffix(a);                                                                            \
            b = __libc_zero##suffix(b);                                                                            \
            c = __libc_zero##suffix(c);                                                                            \
            d = __libc_zero##suffix(d);                                                                            \
            again = 1;                                                                                             \
        }                                                                                                          \
        if (again) {                                                                                               \
            real infinity = __builtin_inf();                                                                       \
            __real__ z = infinity * (a * c - b * d);                                                               \
            __imag__ z = infinity * (a * d + b * c);                                                               \
        }                                                                                                          \
        return z;                                                                                                  \
    }                                                                                                              \
                                                                                                                   \
    static real _Complex __libc_div##suffix(real a, real b, real c, real d) {                                      \
        int scale = 0;                                                                                             \
        real exponent = __libc_logb##suffix(c, d);                                                                 \
        if (__builtin_isfinite(exponent)) {                                                                        \
            scale = (int)exponent;                                                                                 \
            c = scalbn##suffix(c, -scale);                                                                         \
            d = scalbn##suffix(d, -scale);                                                                         \
        }                                                                                                          \
        real norm = c * c + d * d;                                                                                 \
        real _Complex z;                                                                                           \
        __real__ z = scalbn##suffix((a * c + b * d) / norm, -scale);                                               \
        __imag__ z = scalbn##suffix((b * c - a * d) / norm, -scale);                                               \
        if (!__builtin_isnan(__real__ z) || !__builtin_isnan(__imag__ z))                                          \
            return z;                                                                                              \
        real infinity = __builtin_inf();                                                                           \
        if (norm == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {                                           \
            __real__ z = __builtin_copysign##suffix(infinity, c) * a;                                              \
            __imag__ z = __builtin_copysign##suffix(infinity, c) * b;                                              \
        } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) { \
            a = __libc_unit##suffix(a);                                                                            \
            b = __libc_unit##suffix(b);                                                                            \
            __real__ z = infinity * (a * c + b * d);                                                               \
            __imag__ z = infinity * (b * c - a * d);                                                               \
        } else if (__builtin_isinf(exponent) && exponent > 0 && __builtin_isfinite(a) && __builtin_isfinite(b)) {  \
            c = __libc_unit##suffix(c);                                                                            \
            d = __libc_unit##suffix(d);                                                                            \
            __real__ z = 0 * (a * c + b * d);                                                                      \
            __imag__ z = 0 * (b * c - a * d);                                                                      \
        }                                                                                                          \
        return z;                                                                                                  \
    }

#define EXPONENT(suffix, real)                                                                                     \
    real logb##suffix(real x);                                                                                     \
    real scalbn##suffix(real x, int n);                                                                            \
    static real __libc_logb##suffix(real c, real d) {                                                              \
        real x = __builtin_fabs##suffix(c), y = __builtin_fabs##suffix(d);                                         \
        return logb##suffix(x > y || __builtin_isnan(y) ? x : y);                                                  \
    }

EXPONENT(f, float)
EXPONENT(, double)
EXPONENT(l, long double)
COMPLEX(f, float)
COMPLEX(, double)
COMPLEX(l, long double)

float _Complex __mulsc3(float a, float b, float c, float d) {
    return __libc_mulf(a, b, c, d);
}

double _Complex __muldc3(double a, double b, double c, double d) {
    return __libc_mul(a, b, c, d);
}

long double _Complex __mulxc3(long double a, long double b, long double c, long double d) {
    return __libc_mull(a, b, c, d);
}

float _Complex __divsc3(float a, float b, float c, float d) {
    return __libc_divf(a, b, c, d);
}

double _Complex __divdc3(double a, double b, double c, double d) {
    return __libc_div(a, b, c, d);
}

long double _Complex __divxc3(long double a, long double b, long double c, long double d) {
    return __libc_divl(a, b, c, d);
}

#define POWER(name, real)                                                                                          \
    real name(real base, int exponent) {                                                                           \
        unsigned rest = exponent < 0 ? -(unsigned)exponent : exponent;                                             \
        real power = 1;                                                                                            \
        for (;;) {                                                                                                 \
            if (rest & 1)                                                                                          \
                power *= base;                                                                                     \
            rest >>= 1;                                                                                            \
            if (rest == 0)                                                                                         \
                return exponent < 0 ? 1 / power : power;                                                           \
            base *= base;                                                                                          \
        }                                                                                                          \
    }

POWER(__powisf2, float)
POWER(__powidf2, double)
POWER(__powixf2, long double)
