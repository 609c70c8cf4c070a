// The mean of the last eight numbers, in a ring.
// verdict: safe
// paths: unbounded
#include <stdio.h>

#define LAST 8

int main(void) {
    double ring[LAST] = {0}, sum = 0, value;
    unsigned seen = 0;
    while (scanf("%lf", &value) == 1) {
        unsigned at = seen % LAST;
        sum += value - ring[at];
        ring[at] = value;
        seen++;
        printf("%g\n", sum / (seen < LAST ? seen : LAST));
    }
    return 0;
}
