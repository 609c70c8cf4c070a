// Floats by sscanf.
#include <stdio.h>

int main(void) {
    float f = 0; double d = 0; long double l = 0; char rest[10] = "";
    int n = sscanf("1.5 -2e3 .25abc", "%f %lf %Lf%9s", &f, &d, &l, rest);
    printf("%d %g %g %Lg %s\n", n, f, d, l, rest);
    return 0;
}
