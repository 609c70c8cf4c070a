// asprintf gives a block of its own.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = NULL;
    int n = asprintf(&text, "%05d|%-5s|%.3f", 42, "ab", 2.0 / 3);
    if (n < 0) return 1;
    printf("%s %d\n", text, n);
    free(text);
    return 0;
}
