// A word that fills the buffer leaves no room for its end.
// verdict: unsafe
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
            if (n < MOST)
                word[n++] = (char)c;
        } else if (n > 0) {
            word[n] = '\0'; // BUG: out-of-bounds
            if (n > strlen(longest))
                strcpy(longest, word); // BUG: out-of-bounds
            n = 0;
        }
    } while (c != EOF);
    printf("%s\n", longest);
    return 0;
}
