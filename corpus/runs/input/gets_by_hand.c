// A line is read character by character with getc and fgetc.
// run: <<< ab\ncd
#include <stdio.h>

int main(void) {
    char b[10];
    int c, n = 0;
    while ((c = getc(stdin)) != EOF && c != '\n' && n < 9) b[n++] = c;
    b[n] = 0;
    printf("%s %c %c %d\n", b, fgetc(stdin), getchar_unlocked(), fgetc(stdin));
    return 0;
}
