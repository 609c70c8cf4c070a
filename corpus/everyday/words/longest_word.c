// Finds the longest word of its input, read character by character.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MOST 64

int main(void) {
    char word[MOST], longest[MOST] = "";
    size_t n = 0;
    int c;
    do {
        c = getchar();
        if (c != EOF && isalpha(c)) {
            if (n < MOST - 1)
                word[n++] = (char)c;
        } else if (n > 0) {
            word[n] = '\0';
            if (n > strlen(longest))
                strcpy(longest, word);
            n = 0;
        }
    } while (c != EOF);
    printf("%s\n", longest);
    return 0;
}
