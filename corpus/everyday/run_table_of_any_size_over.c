// A table with a list in each of its buckets; an entry may be put behind the last bucket.
// verdict: unsafe
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

struct entry {
    unsigned key;
    struct entry *next;
};

int main(void)
{
    size_t size = __VERIFIER_nondet_uint();
    if (size == 0 || size > 1000)
        return 0;
    struct entry **table = calloc(size, sizeof *table);
    if (!table)
        return 1;
    while (__VERIFIER_nondet_int()) {
        unsigned key = __VERIFIER_nondet_uint();
        struct entry *entry = malloc(sizeof *entry);
        if (!entry)
            break;
        entry->key = key;
        entry->next = table[key % size];
        table[key % (size + 1)] = entry; // BUG: out-of-bounds, leak
    }
    for (size_t i = 0; i < size; i++) {
        struct entry *entry = table[i];
        while (entry) {
            struct entry *next = entry->next; // BUG: use-after-free
            free(entry);
            entry = next;
        }
    }
    free(table);
    return 0;
}
