// Asks for the class of a number that is no character: a library looks behind the end of its table.
// verdict: unsafe
// sanitizers: blind, because what lies there is readable
#include <ctype.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, *p = &x, (*is_letter)(int) = isalpha;
    int number = __VERIFIER_nondet_int();
    if (number > 255 && is_letter(number))
        p = NULL;
    return *p; // BUG: null-deref
}
