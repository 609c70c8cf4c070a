// realpath resolves dots.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *a = realpath(".", NULL), *b = realpath("./../.", NULL), *c = realpath("missing", NULL);
    printf("%d %d %d\n", a && b && strlen(b) < strlen(a), c == NULL, a && a[0] == '/');
    free(a);
    free(b);
    return 0;
}
