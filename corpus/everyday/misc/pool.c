// Gives out pieces of a static pool, rounded up to multiples of eight.
// verdict: safe
// paths: unbounded
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POOL 4096

static char pool[POOL];
static size_t used;

static void *take(size_t n) {
    n = (n + 7) & ~(size_t)7;
    if (n > POOL - used)
        return NULL;
    void *p = pool + used;
    used += n;
    return p;
}

static char *copy(const char *s) {
    size_t n = strlen(s) + 1;
    char *p = take(n);
    if (p)
        memcpy(p, s, n);
    return p;
}

int main(int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        char *s = copy(argv[i]);
        if (!s) {
            fprintf(stderr, "out of memory after %d\n", i);
            return 1;
        }
        printf("%s\n", s);
    }
    printf("%zu bytes used\n", used);
    return 0;
}
