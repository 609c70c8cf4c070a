/* Complex arithmetic for one type: REAL, with NAME(x) giving a name its suffix, and the limits EPSILON, LEAST, MOST.
   Products and quotients that come out as NaN though an operand is infinite are recomputed as Annex G of the C
   standard has it. */

static REAL NAME(__libc_unit)(REAL x) {
    return NAME(__builtin_copysign)(__builtin_isinf(x) ? 1 : 0, x);
}

static REAL NAME(__libc_number)(REAL x) {
    return __builtin_isnan(x) ? NAME(__builtin_copysign)(0, x) : x;
}

static REAL NAME(__libc_larger)(REAL x, REAL y) {
    x = NAME(__builtin_fabs)(x);
    y = NAME(__builtin_fabs)(y);
    return x > y || __builtin_isnan(y) ? x : y;
}

static REAL _Complex NAME(__libc_mul)(REAL a, REAL b, REAL c, REAL d) {
    REAL ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    REAL _Complex z;
    __real__ z = ac - bd;
    __imag__ z = ad + bc;
    if (!__builtin_isnan(__real__ z) || !__builtin_isnan(__imag__ z))
        return z;
    int again = 0;
    if (__builtin_isinf(a) || __builtin_isinf(b)) {
        a = NAME(__libc_unit)(a);
        b = NAME(__libc_unit)(b);
        c = NAME(__libc_number)(c);
        d = NAME(__libc_number)(d);
        again = 1;
    }
    if (__builtin_isinf(c) || __builtin_isinf(d)) {
        c = NAME(__libc_unit)(c);
        d = NAME(__libc_unit)(d);
        a = NAME(__libc_number)(a);
        b = NAME(__libc_number)(b);
        again = 1;
    }
    if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) {
        a = NAME(__libc_number)(a);
        b = NAME(__libc_number)(b);
        c = NAME(__libc_number)(c);
        d = NAME(__libc_number)(d);
        again = 1;
    }
    if (again) {
        REAL infinity = __builtin_inf();
        __real__ z = infinity * (a * c - b * d);
        __imag__ z = infinity * (a * d + b * c);
    }
    return z;
}

/* The real part of (a + bi) / (c + di) for |d| <= |c|, with r = d / c and t = 1 / (c + dr). A ratio that has lost
   bits is not used. */
static REAL NAME(__libc_part)(REAL a, REAL b, REAL c, REAL d, REAL r, REAL t) {
    if (NAME(__builtin_fabs)(r) <= LEAST)
        return (a + d * (b / c)) * t;
    REAL br = b * r;
    return br != 0 ? (a + br) * t : a * t + (b * t) * r;
}

/* The robust division of Baudin and Smith, "A Robust Complex Division in Scilab" (2012). */
static REAL _Complex NAME(__libc_quotient)(REAL a, REAL b, REAL c, REAL d) {
    REAL ab = NAME(__libc_larger)(a, b), cd = NAME(__libc_larger)(c, d);
    REAL scale = 1, boost = 2 / (EPSILON * EPSILON);
    if (ab >= MOST / 2) {
        a /= 2;
        b /= 2;
        scale *= 2;
    }
    if (cd >= MOST / 2) {
        c /= 2;
        d /= 2;
        scale /= 2;
    }
    if (ab <= LEAST * 2 / EPSILON) {
        a *= boost;
        b *= boost;
        scale /= boost;
    }
    if (cd <= LEAST * 2 / EPSILON) {
        c *= boost;
        d *= boost;
        scale *= boost;
    }
    /* A part so small that products with it lose bits: enlarge both numbers, the quotient stays the same. */
    int small = NAME(__builtin_fabs)(a) < LEAST || NAME(__builtin_fabs)(b) < LEAST;
    if (small && ab < MOST * EPSILON / 2 && cd < MOST * EPSILON / 2) {
        a /= EPSILON;
        b /= EPSILON;
        c /= EPSILON;
        d /= EPSILON;
    }
    REAL _Complex z;
    if (NAME(__builtin_fabs)(d) <= NAME(__builtin_fabs)(c)) {
        REAL r = d / c, t = 1 / (c + d * r);
        __real__ z = NAME(__libc_part)(a, b, c, d, r, t) * scale;
        __imag__ z = NAME(__libc_part)(b, -a, c, d, r, t) * scale;
    } else {
        REAL r = c / d, t = 1 / (d + c * r);
        __real__ z = NAME(__libc_part)(b, a, d, c, r, t) * scale;
        __imag__ z = NAME(__libc_part)(-a, b, d, c, r, t) * scale;
    }
    return z;
}

static REAL _Complex NAME(__libc_div)(REAL a, REAL b, REAL c, REAL d) {
    REAL _Complex z = NAME(__libc_quotient)(a, b, c, d);
    if (!__builtin_isnan(__real__ z) || !__builtin_isnan(__imag__ z))
        return z;
    REAL infinity = __builtin_inf();
    if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {
        __real__ z = NAME(__builtin_copysign)(infinity, c) * a;
        __imag__ z = NAME(__builtin_copysign)(infinity, c) * b;
    } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
        a = NAME(__libc_unit)(a);
        b = NAME(__libc_unit)(b);
        __real__ z = infinity * (a * c + b * d);
        __imag__ z = infinity * (b * c - a * d);
    } else if ((__builtin_isinf(c) || __builtin_isinf(d)) && __builtin_isfinite(a) && __builtin_isfinite(b)) {
        c = NAME(__libc_unit)(c);
        d = NAME(__libc_unit)(d);
        __real__ z = 0 * (a * c + b * d);
        __imag__ z = 0 * (b * c - a * d);
    }
    return z;
}

static REAL NAME(__libc_power)(REAL base, int exponent) {
    unsigned rest = exponent < 0 ? -(unsigned)exponent : exponent;
    REAL power = 1;
    for (;;) {
        if (rest & 1)
            power *= base;
        rest >>= 1;
        if (rest == 0)
            return exponent < 0 ? 1 / power : power;
        base *= base;
    }
}
