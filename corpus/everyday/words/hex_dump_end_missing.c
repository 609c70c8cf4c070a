// The characters of a line have no end.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>

#define ACROSS 16

int main(void) {
    unsigned char bytes[ACROSS];
    char shown[ACROSS];
    unsigned long at = 0;
    size_t n;
    while ((n = fread(bytes, 1, ACROSS, stdin)) > 0) {
        printf("%08lx ", at);
        for (size_t i = 0; i < ACROSS; i++) {
            if (i < n)
                printf(" %02x", bytes[i]);
            else
                printf("   ");
        }
        for (size_t i = 0; i < n; i++)
            shown[i] = isprint(bytes[i]) ? bytes[i] : '.';
        printf("  |%s|\n", shown); // BUG: out-of-bounds
        at += n;
    }
    return 0;
}
