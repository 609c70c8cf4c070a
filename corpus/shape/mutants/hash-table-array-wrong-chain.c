// Frees three of four chains.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { BUCKETS = 4 };

struct entry {
    unsigned key;
    int value;
    struct entry *next;
};

static struct entry *find(struct entry *chain, unsigned key)
{
    while (chain && chain->key != key)
        chain = chain->next;
    return chain;
}

static void insert(struct entry **table, unsigned key, int value)
{
    struct entry **chain = &table[key % BUCKETS];
    struct entry *entry = find(*chain, key);
    if (!entry) {
        entry = malloc(sizeof *entry);
        if (!entry)
            return;
        entry->key = key;
        entry->next = *chain;
        *chain = entry;
    }
    entry->value = value;
}

static void erase(struct entry **table, unsigned key)
{
    struct entry **link = &table[key % BUCKETS];
    while (*link && (*link)->key != key)
        link = &(*link)->next;
    if (*link) {
        struct entry *entry = *link;
        *link = entry->next;
        free(entry);
    }
}

int main(void)
{
    struct entry *table[BUCKETS] = { NULL };
    while (__VERIFIER_nondet_int()) {
        unsigned key = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_int())
            insert(table, key, 1);
        else
            erase(table, key);
    }
    for (int i = 0; i < BUCKETS - 1; i++)
        while (table[i]) {
            struct entry *next = table[i]->next;
            free(table[i]);
            table[i] = next;
        }
    return 0;
} // BUG: leak
