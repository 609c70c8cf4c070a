// Prints after the standard output was closed in a function that is called in loops.
// verdict: unsafe
#include <stdio.h>

static void say(int last) {
    if (last)
        fclose(stdout);
}

int main(void) {
    int x = 0, *p = &x;
    for (int i = 0; i < 3; i++)
        say(i == 2);
    for (int i = 0; i < 2; i++)
        say(0);
    if (puts("text") < 0 || printf("%d\n", x) < 0 || putchar('x') < 0)
        p = NULL;
    return *p; // BUG: null-deref
}
