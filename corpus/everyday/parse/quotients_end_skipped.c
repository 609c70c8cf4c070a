// Evaluates an expression, and takes the end of the text for a parenthesis.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *src;
static int failed;

static long expr(void);

static void skip(void) {
    while (*src == ' ' || *src == '\t') // BUG: out-of-bounds
        src++;
}

static long factor(void) {
    skip();
    if (*src == '(') {
        src++;
        long v = expr();
        skip();
        if (*src != '(')
            src++;
        else
            failed = 1;
        return v;
    }
    if (*src == '-') {
        src++;
        return -factor();
    }
    if (!isdigit((unsigned char)*src)) { // BUG: out-of-bounds
        failed = 1;
        return 0;
    }
    long v = 0;
    while (isdigit((unsigned char)*src))
        v = v * 10 + (*src++ - '0');
    return v;
}

static long term(void) {
    long v = factor();
    for (;;) {
        skip();
        if (*src == '*') {
            src++;
            v *= factor();
        } else if (*src == '/') {
            src++;
            long d = factor();
            if (d == 0)
                failed = 1;
            else
                v /= d;
        } else {
            return v;
        }
    }
}

static long expr(void) {
    long v = term();
    for (;;) {
        skip();
        if (*src == '+') {
            src++;
            v += term();
        } else if (*src == '-') {
            src++;
            v -= term();
        } else {
            return v;
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    src = argv[1];
    long v = expr();
    if (failed || *src != '\0') {
        fprintf(stderr, "syntax error\n");
        return 1;
    }
    printf("%ld\n", v);
    return 0;
}
