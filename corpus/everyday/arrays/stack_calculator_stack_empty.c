// Operands are taken from an empty stack.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define DEPTH 32

static double stack[DEPTH];
static int used;

static int push(double value) {
    if (used >= DEPTH) {
        fprintf(stderr, "stack full\n");
        return 0;
    }
    stack[used++] = value;
    return 1;
}

static double pop(void) {
    return stack[--used]; // BUG: out-of-bounds
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (isdigit((unsigned char)word[0]) || word[0] == '.') {
            if (!push(atof(word)))
                return 1;
            continue;
        }
        double b = pop(), a = pop();
        switch (word[0]) {
        case '+': push(a + b); break;
        case '-': push(a - b); break;
        case '*': push(a * b); break;
        case '/': push(b != 0 ? a / b : 0); break;
        default: fprintf(stderr, "what is %s?\n", word); return 1;
        }
    }
    printf("%g\n", pop());
    return 0;
}
