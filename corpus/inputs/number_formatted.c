// A number is written as text into a buffer that holds the longest one, directly and by a function with a va_list.
// verdict: safe
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int format(char *out, size_t size, const char *text, ...) {
    va_list args;
    va_start(args, text);
    int length = vsnprintf(out, size, text, args);
    va_end(args);
    return length;
}

int main(void) {
    char buffer[12];
    int length = sprintf(buffer, "%d", __VERIFIER_nondet_int());
    assert(length == (int)strlen(buffer));
    unsigned char byte = __VERIFIER_nondet_uchar();
    length = format(buffer, sizeof buffer, "%s=%02x;", "k", byte);
    assert(length == 5 && buffer[1] == '=' && buffer[4] == ';');
    int before = 0;
    length = snprintf(buffer, sizeof buffer, "%3u%n|%-4d|", byte % 10u, &before, 7);
    assert(before == 3 && length == 9 && buffer[3] == '|' && buffer[8] == '|');
    length = snprintf(buffer, 3, "%.*s!", byte % 3, "abc");
    assert(length == byte % 3 + 1 && strlen(buffer) == (byte % 3 == 2 ? 2u : length));
    return 0;
}
