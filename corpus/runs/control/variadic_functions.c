// Arguments of any number.
#include <stdarg.h>
#include <stdio.h>

static double add(int n, ...) {
    double all = 0;
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    for (int i = 0; i < n; i++) all += va_arg(list, double);
    for (int i = 0; i < n; i++) all += va_arg(copy, double);
    va_end(copy);
    va_end(list);
    return all;
}
int main(void) {
    printf("%g %g\n", add(3, 1.0, 2.0, 3.5), add(0));
    return 0;
}
