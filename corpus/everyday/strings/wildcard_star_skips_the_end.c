// The star goes on behind the end of the text.
// verdict: unsafe
#include <stdio.h>

static int matches(const char *pattern, const char *text) {
    for (; *pattern; pattern++, text++) {
        if (*pattern == '*') {
            while (!matches(pattern + 1, text))
                text++;
            return 1;
        }
        if (*text == '\0' || (*pattern != '?' && *pattern != *text)) // BUG: out-of-bounds
            return 0;
    }
    return *text == '\0'; // BUG: out-of-bounds
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    for (int i = 2; i < argc; i++)
        if (matches(argv[1], argv[i]))
            puts(argv[i]);
    return 0;
}
