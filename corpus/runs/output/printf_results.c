// printf gives the number of bytes.
#include <stdio.h>

int main(void) {
    int n = printf("abc%d\n", 42), m = fprintf(stdout, "%s", ""), k = puts("x") >= 0;
    printf("%d %d %d %d\n", n, m, k, putchar('q'));
    return 0;
}
