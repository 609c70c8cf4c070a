// An argument without a sign is not noticed.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *part(const char *from, size_t n) {
    char *copy = malloc(n + 1);
    if (copy) {
        memcpy(copy, from, n); // BUG: out-of-bounds, invalid-pointer, null-deref
        copy[n] = '\0';
    }
    return copy;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *sign = strchr(argv[i], '=');
        char *key = part(argv[i], (size_t)(sign - argv[i])); // BUG: invalid-pointer
        char *value = part(sign + 1, strlen(sign + 1)); // BUG: invalid-pointer, null-deref
        if (key && value)
            printf("%s is %s\n", key, value);
        free(key);
        free(value);
    }
    return 0;
}
