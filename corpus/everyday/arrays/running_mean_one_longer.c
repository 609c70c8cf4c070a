// A ring that is taken to be one longer than it is.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>

#define LAST 8

int main(void) {
    double ring[LAST] = {0}, sum = 0, value;
    unsigned seen = 0;
    while (scanf("%lf", &value) == 1) {
        unsigned at = seen % (LAST + 1);
        sum += value - ring[at]; // BUG: out-of-bounds
        ring[at] = value; // BUG: out-of-bounds
        seen++;
        printf("%g\n", sum / (seen < LAST ? seen : LAST));
    }
    return 0;
}
