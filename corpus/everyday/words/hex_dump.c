// Prints the standard input as hexadecimal numbers, sixteen a line, and as characters.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>

#define ACROSS 16

int main(void) {
    unsigned char bytes[ACROSS];
    char shown[ACROSS + 1];
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
        shown[n] = '\0';
        printf("  |%s|\n", shown);
        at += n;
    }
    return 0;
}
