// A character is given back.
// run: <<< 123abc
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c, n = 0;
    while (isdigit(c = getchar())) n = n * 10 + c - '0';
    ungetc(c, stdin);
    char rest[10];
    printf("%d %d ", n, scanf("%9s", rest));
    puts(rest);
    printf("%d %d\n", getchar(), ungetc(EOF, stdin));
    return 0;
}
