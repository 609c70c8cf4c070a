// Decodes %41 and + in its arguments, in place.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    return tolower((unsigned char)c) - 'a' + 10;
}

static void decode(char *text) {
    char *to = text;
    for (char *from = text; *from; from++) {
        if (*from == '%' && isxdigit((unsigned char)from[1]) && isxdigit((unsigned char)from[2])) {
            *to++ = digit(from[1]) * 16 + digit(from[2]);
            from += 2;
        } else {
            *to++ = *from == '+' ? ' ' : *from;
        }
    }
    *to = '\0';
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        decode(argv[i]);
        puts(argv[i]);
    }
    return 0;
}
