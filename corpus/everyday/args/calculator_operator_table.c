// The operator chooses a function from a table without being checked.
// verdict: unsafe
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static long plus(long a, long b) { return (unsigned long)a + b; }
static long minus(long a, long b) { return (unsigned long)a - b; }
static long (*const operators['-' + 1])(long, long) = {['+'] = plus, ['-'] = minus};

static int number(const char *text, long *value) {
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno == ERANGE) {
        fprintf(stderr, "not a number: %s\n", text);
        return 0;
    }
    return 1;
}

int main(int argc, char **argv) {
    long a, b;
    if (argc != 4) {
        fprintf(stderr, "usage: %s A OPERATOR B\n", argc > 0 ? argv[0] : "calculator");
        return 2;
    }
    if (!number(argv[1], &a) || !number(argv[3], &b))
        return 1;
    unsigned char operator = argv[2][0];
    printf("%ld\n", operators[operator](a, b)); // BUG: null-deref, out-of-bounds
    return 0;
}
