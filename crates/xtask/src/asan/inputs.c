// Inputs for compiled programs: as many ones as the environment says, then zeros.
#include <stdlib.h>

static int next(void) {
    static int left = -1;
    if (left < 0)
        left = atoi(getenv("ONES"));
    return left > 0 && left--;
}

__attribute__((weak)) _Bool __VERIFIER_nondet_bool(void) { return next(); }
__attribute__((weak)) char __VERIFIER_nondet_char(void) { return next(); }
__attribute__((weak)) unsigned char __VERIFIER_nondet_uchar(void) { return next(); }
__attribute__((weak)) short __VERIFIER_nondet_short(void) { return next(); }
__attribute__((weak)) unsigned short __VERIFIER_nondet_ushort(void) { return next(); }
__attribute__((weak)) int __VERIFIER_nondet_int(void) { return next(); }
__attribute__((weak)) unsigned __VERIFIER_nondet_uint(void) { return next(); }
__attribute__((weak)) unsigned __VERIFIER_nondet_unsigned(void) { return next(); }
__attribute__((weak)) long __VERIFIER_nondet_long(void) { return next(); }
__attribute__((weak)) unsigned long __VERIFIER_nondet_ulong(void) { return next(); }
__attribute__((weak)) long long __VERIFIER_nondet_longlong(void) { return next(); }
__attribute__((weak)) unsigned long __VERIFIER_nondet_size_t(void) { return next(); }
__attribute__((weak)) int __nondet(void) { return next(); }
__attribute__((weak)) int ___sl_get_nondet_int(void) { return next(); }
__attribute__((weak)) void __VERIFIER_assume(int condition) {
    if (!condition)
        _Exit(0);
}
__attribute__((weak)) void __VERIFIER_assert(int condition) {
    if (!condition)
        abort();
}
__attribute__((weak)) void __VERIFIER_error(void) { abort(); }
__attribute__((weak)) void reach_error(void) { abort(); }
