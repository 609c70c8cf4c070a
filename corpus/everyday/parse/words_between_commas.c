// Counts the words of a line and the longest of them, with a cursor that two functions move.
// verdict: safe
// paths: unbounded
#include <stdio.h>

static const char *blanks(const char *p) {
    while (*p == ',' || *p == ' ')
        p++;
    return p;
}

static const char *word(const char *p) {
    while (*p != '\0' && *p != ',' && *p != ' ')
        p++;
    return p;
}

int main(void) {
    char line[200];
    while (fgets(line, sizeof line, stdin)) {
        long words = 0, longest = 0;
        const char *p = blanks(line);
        while (*p != '\0') {
            const char *end = word(p);
            if (end - p > longest)
                longest = end - p;
            words++;
            p = blanks(end);
        }
        printf("%ld %ld\n", words, longest);
    }
    return 0;
}
