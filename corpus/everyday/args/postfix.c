// Evaluates arguments in postfix notation with a stack of fixed size.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

static int stack[100];
static int sp;

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *tok = argv[i];
        if (isdigit((unsigned char)tok[0])) {
            if (sp >= 100) {
                fprintf(stderr, "stack overflow\n");
                return 1;
            }
            stack[sp++] = atoi(tok);
        } else if (strlen(tok) == 1 && strchr("+-*/", tok[0])) {
            if (sp < 2) {
                fprintf(stderr, "stack underflow\n");
                return 1;
            }
            int b = stack[--sp];
            int a = stack[--sp];
            int r = 0;
            switch (tok[0]) {
            case '+': r = a + b; break;
            case '-': r = a - b; break;
            case '*': r = a * b; break;
            case '/':
                if (b == 0)
                    return 1;
                r = a / b;
                break;
            }
            stack[sp++] = r;
        } else {
            fprintf(stderr, "bad token %s\n", tok);
            return 1;
        }
    }
    if (sp == 1)
        printf("%d\n", stack[0]);
    return 0;
}
