// A table with a list in each of its buckets; what is not there is written behind the last one.
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
        entry->next = table[key % BUCKETS];
        table[key % (BUCKETS + 1)] = entry; // BUG: out-of-bounds, leak
    }
    for (size_t i = 0; i < BUCKETS; i++) {
        struct entry *entry = table[i];
        while (entry) {
            struct entry *next = entry->next; // BUG: use-after-free
            free(entry);
            entry = next;
        }
    }
    return 0;
}
