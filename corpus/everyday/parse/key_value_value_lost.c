// The value is not freed where the key could not be copied.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *part(const char *from, size_t n) {
    char *copy = malloc(n + 1);
    if (copy) {
        memcpy(copy, from, n);
        copy[n] = '\0';
    }
    return copy;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *sign = strchr(argv[i], '=');
        if (!sign) {
            fprintf(stderr, "%s: no value\n", argv[i]);
            continue;
        }
        char *key = part(argv[i], (size_t)(sign - argv[i]));
        char *value = part(sign + 1, strlen(sign + 1));
        if (key && value)
            printf("%s is %s\n", key, value);
        if (!key)
            return 1;
        free(key);
        free(value);
    } // BUG: leak
    return 0;
}
