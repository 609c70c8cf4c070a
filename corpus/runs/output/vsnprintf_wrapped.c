// A function of its own with a format.
#include <stdarg.h>
#include <stdio.h>

static int shown(char *to, size_t room, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vsnprintf(to, room, format, list);
    va_end(list);
    return n;
}
int main(void) {
    char b[8];
    int n = shown(b, sizeof b, "%s:%d:%c", "key", 12345, 'x');
    printf("%d %s\n", n, b);
    return 0;
}
