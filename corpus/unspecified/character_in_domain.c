// Characters and the end of a file have a class.
// verdict: safe
#include <ctype.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, *p = &x, (*is_digit)(int) = isdigit, (*lower)(int) = tolower;
    int number = __VERIFIER_nondet_int();
    if (number < -1 || number > 255)
        return 0;
    if (is_digit(number) && (number < '0' || number > '9'))
        p = NULL;
    if (is_digit(number) && lower(number) != number)
        p = NULL;
    return *p;
}
