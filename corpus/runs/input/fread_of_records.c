// fread counts whole records.
// run: <<< 0123456789
#include <stdio.h>

int main(void) {
    char b[4][4];
    size_t n = fread(b, 4, 4, stdin);
    printf("%zu %.4s %.2s %d\n", n, b[1], b[2], !!feof(stdin));
    return 0;
}
