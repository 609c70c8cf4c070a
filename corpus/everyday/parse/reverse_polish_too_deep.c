// A calculator in reverse Polish notation whose stack grows without limit.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH = 24 };

static long stack[DEPTH];
static int depth;

static void fail(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(EXIT_FAILURE);
}

static void push(long value) {
    stack[depth++] = value; // BUG: out-of-bounds
}

static long pop(void) {
    if (depth == 0)
        fail("nothing there");
    return stack[--depth];
}

int main(void) {
    int c;
    while ((c = getchar()) != EOF) {
        if (isspace(c))
            continue;
        if (isdigit(c)) {
            long number;
            ungetc(c, stdin);
            if (scanf("%ld", &number) != 1)
                fail("no number");
            push(number);
            continue;
        }
        long right = pop(), left = pop();
        switch (c) {
        case '+':
            push(left + right);
            break;
        case '-':
            push(left - right);
            break;
        case '*':
            push(left * right);
            break;
        default:
            fail("what?");
        }
    }
    while (depth > 0)
        printf("%ld\n", pop());
    return 0;
}
