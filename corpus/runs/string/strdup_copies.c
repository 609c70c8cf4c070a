// strdup and strndup give blocks of their own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *s = "hello";
    char *a = strdup(s), *b = strndup(s, 3), *c = strndup(s, 30), *d = strdup("");
    if (!a || !b || !c || !d) return 1;
    a[0] = 'j';
    printf("%s %s %s [%s] %s\n", a, b, c, d, s);
    free(a); free(b); free(c); free(d);
    return 0;
}
