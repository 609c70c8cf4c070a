// A set of bits whose last word is missing.
// verdict: unsafe
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define WORD_BITS (CHAR_BIT * sizeof(unsigned))

struct bitset {
    size_t nbits;
    unsigned *words;
};

static int bs_init(struct bitset *b, size_t nbits) {
    size_t words = nbits / WORD_BITS;
    b->words = calloc(words, sizeof(unsigned));
    b->nbits = nbits;
    return b->words != NULL;
}

static void bs_set(struct bitset *b, size_t i) {
    if (i < b->nbits)
        b->words[i / WORD_BITS] |= 1u << (i % WORD_BITS); // BUG: out-of-bounds
}

static int bs_get(const struct bitset *b, size_t i) {
    return i < b->nbits && (b->words[i / WORD_BITS] >> (i % WORD_BITS)) & 1; // BUG: out-of-bounds
}

int main(int argc, char **argv) {
    struct bitset b;
    size_t n = 0;
    if (!bs_init(&b, 1000))
        return 1;
    for (int i = 1; i < argc; i++)
        bs_set(&b, strtoul(argv[i], NULL, 10));
    for (size_t i = 0; i < b.nbits; i++)
        if (bs_get(&b, i)) {
            printf("%zu\n", i);
            n++;
        }
    printf("%zu set\n", n);
    free(b.words);
    return 0;
}
