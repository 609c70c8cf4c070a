// Looks at what is open where nothing is.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

#define DEPTH 64

int main(void) {
    char stack[DEPTH];
    int depth = 0, instring = 0, c;
    while ((c = getchar()) != EOF) {
        if (instring) {
            putchar(c);
            if (c == '\\') {
                c = getchar();
                if (c == EOF)
                    break;
                putchar(c);
            } else if (c == '"') {
                instring = 0;
            }
            continue;
        }
        switch (c) {
        case '"':
            instring = 1;
            putchar(c);
            break;
        case '{':
        case '[':
            if (depth == DEPTH) {
                fprintf(stderr, "too deep\n");
                return 1;
            }
            stack[depth++] = c == '{' ? '}' : ']';
            putchar(c);
            break;
        case '}':
        case ']':
            if (stack[depth - 1] != c) { // BUG: out-of-bounds
                fprintf(stderr, "mismatch\n");
                return 1;
            }
            depth--;
            putchar(c);
            break;
        case ' ':
        case '\n':
        case '\t':
            break;
        case ',':
            putchar(c);
            putchar('\n');
            for (int i = 0; i < depth; i++)
                printf("  ");
            break;
        default:
            putchar(c);
        }
    }
    return depth != 0;
}
