// A bracket is closed that was never opened.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

static char *stack;
static size_t used, room;

static int push(char c) {
    if (used == room) {
        size_t more = room ? 2 * room : 4;
        char *bigger = realloc(stack, more);
        if (!bigger)
            return 0;
        stack = bigger;
        room = more;
    }
    stack[used++] = c;
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
            matched = stack[--used] == '['; // BUG: null-deref, out-of-bounds, invalid-pointer
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
