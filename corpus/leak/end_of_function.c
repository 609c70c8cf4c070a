// A function forgets to free its buffer.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

static size_t measure(const char *text) {
    char *copy = strdup(text);
    if (!copy)
        return 0;
    return strlen(copy);
} // BUG: leak

int main(void) {
    return measure("three") == 0;
}
