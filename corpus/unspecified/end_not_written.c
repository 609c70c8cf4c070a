// Keeps the first letters of a word in a buffer without the zero behind them: the length is whatever memory held.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

int main(void) {
    char head[8];
    strncpy(head, "heapproof", 4);
    printf("%zu\n", strlen(head)); // BUG: out-of-bounds
    return 0;
}
