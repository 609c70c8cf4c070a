// A percent sign near the end makes the loop step over it.
// verdict: unsafe
// sanitizers: blind, because the environment lies behind the arguments
#include <ctype.h>
#include <stdio.h>

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    return tolower((unsigned char)c) - 'a' + 10;
}

static void decode(char *text) {
    char *to = text;
    for (char *from = text; *from; from++) { // BUG: out-of-bounds
        if (*from == '%') {
            *to++ = digit(from[1]) * 16 + digit(from[2]); // BUG: out-of-bounds
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
