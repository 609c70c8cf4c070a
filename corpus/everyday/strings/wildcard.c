// Matches its arguments against a pattern with * and ?, recursively.
// verdict: safe
// paths: unbounded
#include <stdio.h>

static int matches(const char *pattern, const char *text) {
    for (; *pattern; pattern++, text++) {
        if (*pattern == '*') {
            do {
                if (matches(pattern + 1, text))
                    return 1;
            } while (*text++);
            return 0;
        }
        if (*text == '\0' || (*pattern != '?' && *pattern != *text))
            return 0;
    }
    return *text == '\0';
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    for (int i = 2; i < argc; i++)
        if (matches(argv[1], argv[i]))
            puts(argv[i]);
    return 0;
}
