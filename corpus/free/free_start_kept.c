// Advances a second pointer and frees the first.
// verdict: safe
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = strdup("  trimmed"), *start = text;
    if (!text)
        return 1;
    while (*start == ' ')
        start++;
    int length = (int)strlen(start);
    free(text);
    return length - 7;
}
