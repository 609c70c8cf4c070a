// Pieces of a text are put together.
#include <stdio.h>

int main(void) {
    char b[50];
    int n = 0;
    for (int i = 0; i < 5; i++) n += sprintf(b + n, "%d,", i * i);
    b[n - 1] = 0;
    printf("%s %d\n", b, n);
    return 0;
}
