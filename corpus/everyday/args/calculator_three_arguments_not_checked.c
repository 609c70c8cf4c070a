// The second operand is read without being there.
// verdict: unsafe
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int number(const char *text, long *value) {
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10); // BUG: null-deref
    if (end == text || *end != '\0' || errno == ERANGE) {
        fprintf(stderr, "not a number: %s\n", text);
        return 0;
    }
    return 1;
}

int main(int argc, char **argv) {
    long a, b;
    if (argc < 3) {
        fprintf(stderr, "usage: %s A OPERATOR B\n", argc > 0 ? argv[0] : "calculator");
        return 2;
    }
    if (!number(argv[1], &a) || !number(argv[3], &b))
        return 1;
    switch (argv[2][0]) {
    case '+':
        printf("%lu\n", (unsigned long)a + b);
        break;
    case '-':
        printf("%lu\n", (unsigned long)a - b);
        break;
    case '/':
        if (b == 0 || (a == LONG_MIN && b == -1)) {
            fprintf(stderr, "cannot divide\n");
            return 1;
        }
        printf("%ld\n", a / b);
        break;
    default:
        fprintf(stderr, "unknown operator %s\n", argv[2]);
        return 1;
    }
    return 0;
}
