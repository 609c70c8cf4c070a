// Quotients and remainders towards zero.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    div_t a = div(-7, 2);
    ldiv_t b = ldiv(7, -2);
    lldiv_t c = lldiv(-7, -2);
    printf("%d %d %ld %ld %lld %lld %d %ld %lld\n", a.quot, a.rem, b.quot, b.rem, c.quot, c.rem, abs(-3), labs(-4), llabs(5));
    return 0;
}
