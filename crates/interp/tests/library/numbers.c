/* <stdlib.h>, <inttypes.h>, <math.h>: numbers. */
CASE(decimal) { char *e; printf("%ld ", strtol(" -42abc", &e, 10)); puts(e); }
CASE(bases) { printf("%ld %ld %ld %ld\n", strtol("0x1f", NULL, 16), strtol("077", NULL, 0), strtol("z", NULL, 36), strtol("0xg", NULL, 0)); }
CASE(no_number) { char *e, *t = "abc"; printf("%ld %d\n", strtol(t, &e, 10), e == t); }
CASE(numbers_out_of_range) { errno = 0; printf("%d ", strtol("99999999999999999999", NULL, 10) == LONG_MAX); printf("%d\n", errno == ERANGE); }
CASE(unsigned_numbers) { printf("%lu %llu\n", strtoul("-1", NULL, 10), strtoull("18446744073709551615", NULL, 10)); }
CASE(widest_numbers) { printf("%jd %ju\n", strtoimax("-5", NULL, 10), strtoumax("ff", NULL, 16)); }
CASE(shorthands) { printf("%d %ld %lld %.2f\n", atoi("12x"), atol("-7"), atoll("9000000000"), atof("2.5e1")); }
CASE(floats) { char *e; printf("%.3f ", strtod("1.5e2xyz", &e)); printf("%s %.1f %.1f\n", e, strtof("0.5", NULL), (double)strtold("-2", NULL)); }
CASE(absolute_values) { printf("%d %ld %lld\n", abs(-3), labs(-4L), llabs(5LL)); }
CASE(quotients) { div_t a = div(-7, 2); ldiv_t b = ldiv(7, -2); lldiv_t c = lldiv(9, 4); printf("%d %d %ld %ld %lld %lld\n", a.quot, a.rem, b.quot, b.rem, c.quot, c.rem); }
CASE(first_bits) { printf("%d %d %d\n", ffs(0), ffs(8), ffsl(1L << 40)); }
CASE(roots_and_powers) { printf("%.3f %.3f %.3f %.3f\n", sqrt(2), pow(2, 10), cbrt(27), hypot(3, 4)); }
CASE(rounding) { printf("%.0f %.0f %.0f %.0f %.0f\n", floor(-1.5), ceil(-1.5), trunc(-1.5), round(2.5), rint(2.5)); }
CASE(rests) { double w; printf("%.2f %.2f ", fmod(7.5, 2), modf(3.25, &w)); printf("%.0f\n", w); }
CASE(exponents) { int e; double m = frexp(12, &e); printf("%.3f %d %.1f\n", m, e, ldexp(0.5, 3)); }
CASE(angles) { printf("%.4f %.4f %.4f\n", sin(1), cos(1), atan2(1, -1)); }
CASE(logarithms) { printf("%.4f %.4f %.4f\n", log(10), log2(8), log10(1000)); }
CASE(least_and_greatest) { printf("%.1f %.1f %.1f\n", fmin(1, 2), fmax(1, 2), fdim(3, 1)); }
CASE(signs) { printf("%.1f %.1f\n", copysign(2, -1), fabs(-2.5)); }
CASE(reproducible_random_numbers) { unsigned s = 7; int a = rand_r(&s); s = 7; printf("%d\n", a == rand_r(&s)); }
CASE(linear_congruence) { srand48(3); long a = lrand48(); srand48(3); printf("%d %d\n", a == lrand48(), drand48() < 1); }
