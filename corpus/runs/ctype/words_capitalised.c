// Words of the input with a capital letter.
// run: <<< the quick bROWN fox
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c, first = 1;
    while ((c = getchar()) != EOF) {
        putchar(first ? toupper(c) : tolower(c));
        first = isspace(c);
    }
    return 0;
}
