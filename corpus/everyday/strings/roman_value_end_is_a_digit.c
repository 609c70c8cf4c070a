// Tells the values of roman numerals.
// verdict: unsafe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int digit(char c) {
    static const char letters[] = "IVXLCDM";
    static const int values[] = {1, 5, 10, 50, 100, 500, 1000};
    const char *at = strchr(letters, toupper((unsigned char)c));
    if (at == NULL)
        return -1;
    return values[at - letters]; // BUG: out-of-bounds
}

static int value(const char *text) {
    int total = 0;
    for (size_t i = 0; text[i] != '\0'; i++) {
        int here = digit(text[i]), next = digit(text[i + 1]);
        if (here < 0)
            return -1;
        total += here < next ? -here : here;
    }
    return total;
}

int main(void) {
    char line[64];
    while (scanf("%63s", line) == 1) {
        int v = value(line);
        if (v < 0)
            printf("%s is no number\n", line);
        else
            printf("%s = %d\n", line, v);
    }
    return 0;
}
