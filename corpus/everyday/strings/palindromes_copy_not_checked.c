// Changes a copy of the argument that may not be there.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *lower(const char *s) {
    char *r = strdup(s);
    if (!s)
        return NULL;
    for (size_t i = 0; r[i]; i++) // BUG: null-deref
        r[i] = tolower((unsigned char)r[i]);
    return r;
}

static int palindrome(const char *s) {
    size_t i = 0, j = strlen(s);
    while (i < j) {
        j--;
        if (s[i] != s[j])
            return 0;
        i++;
    }
    return 1;
}

int main(int argc, char **argv) {
    int all = 1;
    for (int i = 1; i < argc; i++) {
        char *s = lower(argv[i]);
        if (!s)
            return 2;
        if (!palindrome(s)) {
            printf("%s: no\n", argv[i]);
            all = 0;
        }
        free(s);
    }
    return !all;
}
