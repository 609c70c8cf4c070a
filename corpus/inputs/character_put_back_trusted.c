// What was put back is read again, and trusted.
// verdict: unsafe
#include <stdio.h>

int main(void) {
    int table[10] = {0};
    int c = getchar();
    if (c < '0')
        return 1;
    ungetc(c, stdin);
    table[getchar() - '0'] = 1; // BUG: out-of-bounds
    return table[0];
}
