// fnmatch with stars, sets and flags.
#include <fnmatch.h>
#include <stdio.h>

int main(void) {
    const char *p[] = {"*.c", "a?c", "[a-c]x", "[!a]", "\\*", "", "*/b", "**"};
    const char *t[] = {"a.c", "abc", "bx", "b", "*", "", "a/b", ".h"};
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 8; k++) printf("%d", fnmatch(p[i], t[k], i % 2 ? FNM_PATHNAME : 0) == 0);
    printf("%d\n", fnmatch("*", ".h", FNM_PERIOD) == 0);
    return 0;
}
