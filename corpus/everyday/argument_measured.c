// The lengths of all arguments are added up by hand.
// verdict: safe
// paths: unbounded
#include <stdio.h>

static size_t length_of(const char *text) {
    const char *end = text;
    while (*end)
        end++;
    return end - text;
}

int main(int argc, char **argv) {
    size_t total = 0;
    for (int i = 1; i < argc; i++)
        total += length_of(argv[i]);
    printf("%zu\n", total);
    return 0;
}
