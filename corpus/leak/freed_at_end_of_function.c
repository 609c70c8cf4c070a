// A function frees its buffer before it returns.
// verdict: safe
#include <stdlib.h>
#include <string.h>

static size_t measure(const char *text) {
    char *copy = strdup(text);
    if (!copy)
        return 5;
    size_t length = strlen(copy);
    free(copy);
    return length;
}

int main(void) {
    return measure("three") != 5;
}
