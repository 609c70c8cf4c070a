// What compiled programs are linked with: inputs, as many ones as the environment says and then zeros; and a main
// around theirs that wipes the stack it leaves behind, where the search for leaks would find old pointers.
#include <stdlib.h>
#include <string.h>

int __real_main(int argc, char **argv, char **environment);

__attribute__((noinline, no_sanitize("address"))) static void wipe(void) {
    char space[1 << 16];
    memset(space, 0, sizeof space);
    __asm__ volatile("" : : "r"(space) : "memory", "rbx", "r12", "r13", "r14", "r15");
}

/* The gap keeps the frame of the program's main below the upper end of the space that is wiped. */
__attribute__((noinline, no_sanitize("address"))) static int run(int argc, char **argv, char **environment) {
    volatile char gap[512];
    gap[0] = 0;
    int code = __real_main(argc, argv, environment);
    gap[1] = 0;
    return code;
}

int __wrap_main(int argc, char **argv, char **environment) {
    int code = run(argc, argv, environment);
    wipe();
    return code;
}

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
