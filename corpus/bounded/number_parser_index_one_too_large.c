// Reads a decimal number from any three bytes; the bound of the index is one too large.
// verdict: unsafe
#include <limits.h>
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

static int clamp(double number) {
    if (number >= INT_MAX)
        return INT_MAX;
    if (number <= (double)INT_MIN)
        return INT_MIN;
    return (int)number;
}

static size_t number_length(const char *text) {
    size_t length = 0;
    for (;; length++) {
        switch (text[length]) {
        case '0': case '1': case '2': case '3': case '4':
        case '5': case '6': case '7': case '8': case '9':
        case '+': case '-': case 'e': case 'E': case '.':
            continue;
        default:
            return length;
        }
    }
}

int main(void) {
    char text[4], *end = NULL;
    for (int i = 0; i < 3; i++)
        text[i] = __VERIFIER_nondet_char();
    text[3] = '\0';
    size_t length = number_length(text);
    char *copy = malloc(length + 1);
    if (!copy)
        return 1;
    memcpy(copy, text, length);
    copy[length] = '\0';
    double number = strtod(copy, &end);
    int value = clamp(number);
    char *counts = calloc(100, 1);
    if (counts && end != copy && value >= 0 && number <= 100)
        counts[value] = copy[length]; // BUG: out-of-bounds
    free(counts);
    free(copy);
    return 0;
}
