// scanf of numbers in all sizes.
// run: <<< 12 -3 0x1f 077 4000000000 300
// run: <<< 12 x
// run:
#include <stdio.h>

int main(void) {
    int a = 0, b = 0, c = 0;
    unsigned d = 0, e = 0;
    unsigned char f = 0;
    int n = scanf("%d %d %i %o %u %hhu", &a, &b, &c, &d, &e, &f);
    printf("%d: %d %d %d %u %u %d\n", n, a, b, c, d, e, f);
    return 0;
}
