// Lines longer than the buffer come in pieces.
// run: <<< abcdefgh\n\nxy
#include <stdio.h>

int main(void) {
    char b[4];
    while (fgets(b, sizeof b, stdin)) printf("[%s]", b);
    printf("%d %d\n", !!feof(stdin), !!ferror(stdin));
    return 0;
}
