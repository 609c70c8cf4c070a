// Removes leading blanks of a string with strcpy onto itself.
// verdict: unsafe
#include <string.h>

int main(void) {
    char text[] = "  indented";
    char *start = text;
    while (*start == ' ')
        start++;
    strcpy(text, start); // BUG: overlapping-copy
    return text[0];
}
