// Tells which arguments read the same from behind, blanks and case aside.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int is_palindrome(const char *text) {
    size_t i = 0, k = strlen(text);
    while (i < k) {
        if (!isalnum((unsigned char)text[i])) {
            i++;
        } else if (!isalnum((unsigned char)text[k - 1])) {
            k--;
        } else {
            if (tolower((unsigned char)text[i]) != tolower((unsigned char)text[k - 1]))
                return 0;
            i++;
            k--;
        }
    }
    return 1;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        printf("%s: %s\n", argv[i], is_palindrome(argv[i]) ? "yes" : "no");
    return 0;
}
