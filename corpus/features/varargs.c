// Functions with variable arguments: integers, doubles, pointers, and the list passed on.
// verdict: safe
#include <assert.h>
#include <stdarg.h>

static double sum_list(const char *types, va_list list) {
    double sum = 0;
    for (; *types; types++)
        switch (*types) {
        case 'i':
            sum += va_arg(list, int);
            break;
        case 'l':
            sum += va_arg(list, long long);
            break;
        case 'd':
            sum += va_arg(list, double);
            break;
        case 'p':
            sum += *va_arg(list, int *);
            break;
        }
    return sum;
}

static double sum(const char *types, ...) {
    va_list list;
    va_start(list, types);
    double result = sum_list(types, list);
    va_end(list);
    return result;
}

int main(void) {
    int x = 4;
    assert(sum("") == 0);
    assert(sum("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
    assert(sum("idlp", 1, 2.5, 1LL << 40, &x) == (double)(1LL << 40) + 7.5);
    assert(sum("dddddddddd", .5, .5, .5, .5, .5, .5, .5, .5, .5, .5) == 5);
    return 0;
}
