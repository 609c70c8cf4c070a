// Returns a buffer that ends with the call that took it from the stack.
// verdict: unsafe
#include <alloca.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static char *digits(unsigned number) {
    char *text = alloca(4);
    char *at = text + 3;
    *at = 0;
    do
        *--at = '0' + number % 10;
    while ((number /= 10) && at > text);
    return at;
}

int main(void) {
    char *text = digits(__VERIFIER_nondet_uchar());
    return text[0]; // BUG: use-after-scope
}
