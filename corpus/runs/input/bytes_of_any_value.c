// Bytes beyond 127 and zeros.
// run: <<< a\x00\xff\x80b
#include <stdio.h>

int main(void) {
    int c;
    while ((c = getchar()) != EOF) printf("%d ", c);
    printf("%d\n", c);
    return 0;
}
