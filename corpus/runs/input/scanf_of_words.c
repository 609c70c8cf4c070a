// Words, characters and sets with widths.
// run: <<< hello world abc123!x
#include <stdio.h>

int main(void) {
    char a[6], b[10], c[10], d, e[3];
    int n = scanf("%3s%9s %9[a-z]%*[0-9]%c%2c", a, b, c, &d, e);
    printf("%d %s %s %s %c\n", n, a, b, c, d);
    return 0;
}
