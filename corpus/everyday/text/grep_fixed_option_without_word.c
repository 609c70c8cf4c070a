// After -i the word is taken without being there.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int same(char a, char b, int fold) {
    if (fold)
        return tolower((unsigned char)a) == tolower((unsigned char)b);
    return a == b;
}

static const char *find(const char *text, const char *word, int fold) {
    size_t n = strlen(text), m = strlen(word); // BUG: null-deref
    if (m > n)
        return NULL;
    for (size_t i = 0; i <= n - m; i++) {
        size_t k = 0;
        while (k < m && same(text[i + k], word[k], fold))
            k++;
        if (k == m)
            return text + i;
    }
    return NULL;
}

int main(int argc, char **argv) {
    char line[400];
    int fold = 0, at = 1, hits = 0;
    if (at < argc && strcmp(argv[at], "-i") == 0) {
        fold = 1;
        at++;
    }
    if (argc < 2) {
        fprintf(stderr, "usage: grep [-i] WORD\n");
        return 2;
    }
    while (fgets(line, sizeof line, stdin)) {
        const char *hit = find(line, argv[at], fold);
        if (hit) {
            printf("%d:%s", (int)(hit - line) + 1, line);
            hits++;
        }
    }
    return hits == 0;
}
