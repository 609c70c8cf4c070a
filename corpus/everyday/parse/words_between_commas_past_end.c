// A cursor goes past the end of a line of commas.
// verdict: unsafe
#include <stdio.h>

static const char *blanks(const char *p) {
    while (*p == ',' || *p == ' ') // BUG: out-of-bounds
        p++;
    return p;
}

static const char *word(const char *p) {
    while (*p != '\0' && *p != ',' && *p != ' ') // BUG: out-of-bounds
        p++;
    return p;
}

int main(void) {
    char line[200];
    while (fgets(line, sizeof line, stdin)) {
        long words = 0, longest = 0;
        const char *p = blanks(line);
        while (*p != '\0') { // BUG: out-of-bounds
            const char *end = word(p);
            if (end - p > longest)
                longest = end - p;
            words++;
            p = blanks(end + 1);
        }
        printf("%ld %ld\n", words, longest);
    }
    return 0;
}
