// The old key is freed before there is a new one, and freed again at the end.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 4

struct entry {
    char *key;
    unsigned long used;
};

static struct entry cache[SIZE];

static int touch(const char *key, unsigned long now) {
    int oldest = 0;
    for (int i = 0; i < SIZE; i++) {
        if (cache[i].key && strcmp(cache[i].key, key) == 0) {
            cache[i].used = now;
            return 1;
        }
        if (!cache[i].key || (cache[oldest].key && cache[i].used < cache[oldest].used))
            oldest = i;
    }
    free(cache[oldest].key);
    char *copy = strdup(key);
    if (!copy)
        return -1;
    cache[oldest].key = copy;
    cache[oldest].used = now;
    return 0;
}

int main(int argc, char **argv) {
    int hits = 0;
    for (int i = 1; i < argc; i++) {
        int result = touch(argv[i], i);
        if (result < 0)
            break;
        hits += result;
    }
    printf("%d hits\n", hits);
    for (int i = 0; i < SIZE; i++) {
        free(cache[i].key); // BUG: double-free
        cache[i].key = NULL;
    }
    return 0;
}
