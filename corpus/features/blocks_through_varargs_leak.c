// Passes blocks through variable arguments to a function that frees all but the last.
// verdict: unsafe
// malloc: ok
#include <stdarg.h>
#include <stdlib.h>

static void free_all(int count, ...) {
    va_list list;
    va_start(list, count);
    while (count-- > 1)
        free(va_arg(list, void *));
    va_end(list);
} // BUG: leak

int main(void) {
    free_all(3, malloc(1), malloc(2), malloc(3));
    return 0;
}
