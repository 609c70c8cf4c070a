// Evaluates expressions with + - * / and parentheses by recursive descent, one a line.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *at;
static int failed, depth;

static long sum(void);

static void skip(void) {
    while (*at == ' ' || *at == '\t')
        at++;
}

static long factor(void) {
    long value = 0;
    skip();
    if (*at == '(') {
        if (++depth > 100) {
            failed = 1;
            return 0;
        }
        at++;
        value = sum();
        depth--;
        skip();
        if (*at == ')')
            at++;
        else
            failed = 1;
        return value;
    }
    if (!isdigit((unsigned char)*at)) {
        failed = 1;
        return 0;
    }
    while (isdigit((unsigned char)*at))
        value = (value * 10 + (*at++ - '0')) % 1000000;
    return value;
}

static long product(void) {
    long value = factor();
    for (skip(); !failed && (*at == '*' || *at == '/'); skip()) {
        char operator = *at++;
        long right = factor();
        if (operator == '*')
            value = value * right % 1000000;
        else if (right != 0)
            value /= right;
        else
            failed = 1;
    }
    return value;
}

static long sum(void) {
    long value = product();
    for (skip(); !failed && (*at == '+' || *at == '-'); skip())
        value = *at++ == '+' ? value + product() : value - product();
    return value;
}

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        at = line;
        failed = depth = 0;
        long value = sum();
        if (failed || *at != '\0')
            printf("error at %td\n", at - line);
        else
            printf("%ld\n", value);
    }
    return 0;
}
