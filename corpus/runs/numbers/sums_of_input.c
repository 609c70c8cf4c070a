// Sum, least and greatest of the numbers of the input.
// run: <<< 3.5 -2 10 0.25
// run: <<< none
#include <stdio.h>

int main(void) {
    double x, sum = 0, low = 0, high = 0;
    int n = 0;
    while (scanf("%lf", &x) == 1) {
        if (n == 0 || x < low) low = x;
        if (n == 0 || x > high) high = x;
        sum += x;
        n++;
    }
    printf("%d %.3f %g %g\n", n, sum, low, high);
    return n == 0;
}
