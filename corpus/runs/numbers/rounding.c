// Functions that round.
#include <math.h>
#include <stdio.h>

int main(void) {
    double v[] = {-2.5, -1.5, -0.4, 0.0, 0.5, 1.5, 2.4, 2.5};
    for (int i = 0; i < 8; i++)
        printf("%g %g %g %g %g %ld %ld ", floor(v[i]), ceil(v[i]), trunc(v[i]), round(v[i]), rint(v[i]), lround(v[i]), lrint(v[i]));
    return 0;
}
