// Evaluates each line of the standard input as an expression, by recursive descent.
// verdict: unsafe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *pos;
static int failed;

static long sum(void);

static void blanks(void) {
    while (*pos == ' ' || *pos == '\t' || *pos == '\n' || *pos == '\0') // BUG: out-of-bounds
        pos++;
}

static long atom(void) {
    blanks();
    if (*pos == '(') {
        pos++;
        long v = sum();
        blanks();
        if (*pos == ')')
            pos++;
        else
            failed = 1;
        return v;
    }
    if (*pos == '-') {
        pos++;
        return -atom();
    }
    if (!isdigit((unsigned char)*pos)) {
        failed = 1;
        return 0;
    }
    long v = 0;
    while (isdigit((unsigned char)*pos))
        v = v * 10 + (*pos++ - '0');
    return v;
}

static long product(void) {
    long v = atom();
    for (;;) {
        blanks();
        if (*pos == '*') {
            pos++;
            v *= atom();
        } else {
            return v;
        }
    }
}

static long sum(void) {
    long v = product();
    for (;;) {
        blanks();
        if (*pos == '+') {
            pos++;
            v += product();
        } else if (*pos == '-') {
            pos++;
            v -= product();
        } else {
            return v;
        }
    }
}

int main(void) {
    char line[200];
    while (fgets(line, sizeof line, stdin)) {
        pos = line;
        failed = 0;
        long v = sum();
        if (failed)
            puts("error");
        else
            printf("%ld\n", v);
    }
    return 0;
}
