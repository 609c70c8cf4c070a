// Advances a pointer through a string and frees the advanced pointer.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = strdup("  trimmed");
    if (!text)
        return 1;
    while (*text == ' ')
        text++;
    free(text); // BUG: invalid-free
    return 0;
}
