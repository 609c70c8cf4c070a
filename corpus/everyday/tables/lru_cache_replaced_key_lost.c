// The key that is replaced is not freed.
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
    char *copy = strdup(key);
    if (!copy)
        return -1;
    cache[oldest].key = copy; // BUG: leak
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
        free(cache[i].key);
        cache[i].key = NULL;
    }
    return 0;
}
