// Floats as programs print them.
#include <stdio.h>

int main(void) {
    double v[] = {0, 1, -2.5, 1e10, 1e-7, 123456.789};
    for (int i = 0; i < 6; i++) printf("%f|%.2f|%10.3f|%-10.1f|%e|%g|%.0f|%+.1f|%G\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
    return 0;
}
