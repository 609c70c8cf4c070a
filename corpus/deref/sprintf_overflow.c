// Formats a number into a buffer that is one byte short.
// verdict: unsafe
#include <stdio.h>

int main(void) {
    char text[5];
    for (int n = 9998; n <= 10000; n++)
        sprintf(text, "%d", n); // BUG: out-of-bounds
    return 0;
}
