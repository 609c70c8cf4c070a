// A table with a list in each of its buckets; a new entry takes the place of its bucket's list.
// verdict: unsafe
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

enum { BUCKETS = 64 };

struct entry {
    unsigned key;
    struct entry *next;
};

static struct entry *table[BUCKETS];

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        unsigned key = __VERIFIER_nondet_uint();
        struct entry *entry = malloc(sizeof *entry);
        if (!entry)
            break;
        entry->key = key;
        entry->next = NULL;
        table[key % BUCKETS] = entry; // BUG: leak
    }
    for (size_t i = 0; i < BUCKETS; i++) {
        struct entry *entry = table[i];
        while (entry) {
            struct entry *next = entry->next;
            free(entry);
            entry = next;
        }
    }
    return 0;
}
