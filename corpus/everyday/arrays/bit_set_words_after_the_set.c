// The words are freed after the struct that holds them.
// verdict: unsafe
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define BITS (sizeof(unsigned long) * CHAR_BIT)

struct set {
    size_t size;
    unsigned long *words;
};

static struct set *set_new(size_t size) {
    struct set *set = malloc(sizeof *set);
    if (!set)
        return NULL;
    set->size = size;
    set->words = calloc((size + BITS - 1) / BITS, sizeof *set->words);
    if (!set->words) {
        free(set);
        return NULL;
    }
    return set;
}

static void set_add(struct set *set, size_t i) {
    if (i < set->size)
        set->words[i / BITS] |= 1ul << (i % BITS);
}

static int set_has(const struct set *set, size_t i) {
    return i < set->size && (set->words[i / BITS] >> (i % BITS) & 1);
}

static void set_free(struct set *set) {
    free(set);
    free(set->words); // BUG: use-after-free
    }

int main(void) {
    struct set *set = set_new(200);
    int c;
    if (!set)
        return 1;
    while ((c = getchar()) != EOF)
        set_add(set, c);
    for (int i = 0; i < 256; i++)
        if (set_has(set, i))
            printf("%d\n", i);
    set_free(set);
    return 0;
}
