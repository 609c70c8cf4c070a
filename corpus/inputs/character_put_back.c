// A number is read digit by digit; what follows it is put back.
// verdict: safe
#include <stdio.h>

int main(void) {
    int table[10] = {0};
    int c = getchar();
    if (c == EOF)
        return 1;
    if (ungetc(c, stdin) != c)
        return 2;
    int again = getchar();
    if (again != c)
        table[10] = 1; // never reached
    if (again >= '0' && again <= '9')
        table[again - '0'] = 1;
    return table[0];
}
