// Literals must match; %n counts and %% matches a percent sign.
// run: <<< x=5,y=6% rest
// run: <<< x=5;y=6
#include <stdio.h>

int main(void) {
    int x = -1, y = -1, n = -1;
    int k = scanf("x=%d,y=%d%%%n", &x, &y, &n);
    printf("%d %d %d %d ", k, x, y, n);
    int c = getchar();
    printf("%d\n", c);
    return 0;
}
