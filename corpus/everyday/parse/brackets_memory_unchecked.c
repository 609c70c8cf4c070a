// The stack is replaced by null when there is no memory.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

static char *stack;
static size_t used, room;

static int push(char c) {
    if (used == room) {
        size_t more = room ? 2 * room : 4;
        stack = realloc(stack, more); // BUG: leak
        room = more;
    }
    stack[used++] = c; // BUG: null-deref, invalid-pointer, out-of-bounds
    return 1;
}

int main(void) {
    int c, matched = 1;
    while (matched && (c = getchar()) != EOF) {
        switch (c) {
        case '(':
        case '[':
        case '{':
            matched = push(c);
            break;
        case ')':
            matched = used > 0 && stack[--used] == '(';
            break;
        case ']':
            matched = used > 0 && stack[--used] == '[';
            break;
        case '}':
            matched = used > 0 && stack[--used] == '{';
            break;
        }
    }
    puts(matched && used == 0 ? "yes" : "no");
    free(stack);
    return 0;
}
