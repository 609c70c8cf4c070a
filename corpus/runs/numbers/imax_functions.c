// Numbers of the widest types.
#include <inttypes.h>
#include <stdio.h>

int main(void) {
    imaxdiv_t d = {strtoimax("-123", NULL, 10), (intmax_t)strtoumax("0x1F", NULL, 0)};
    printf("%jd %jd %jd\n", d.quot, d.rem, imaxabs(-5));
    return 0;
}
