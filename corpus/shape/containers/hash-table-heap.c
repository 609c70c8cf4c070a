// A hash table on the heap with eight chains, which are doubly linked so that entries can be removed without
// looking for them.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { BUCKETS = 8 };

struct entry {
    struct entry *next;
    struct entry **link;
    unsigned key;
};

struct table {
    unsigned count;
    struct entry *chains[BUCKETS];
};

static struct entry *insert(struct table *table, unsigned key)
{
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return NULL;
    struct entry **chain = &table->chains[key & (BUCKETS - 1)];
    entry->key = key;
    entry->next = *chain;
    entry->link = chain;
    if (*chain)
        (*chain)->link = &entry->next;
    *chain = entry;
    table->count++;
    return entry;
}

static void erase(struct table *table, struct entry *entry)
{
    *entry->link = entry->next;
    if (entry->next)
        entry->next->link = entry->link;
    free(entry);
    table->count--;
}

static struct entry *lookup(struct table *table, unsigned key)
{
    struct entry *entry = table->chains[key & (BUCKETS - 1)];
    while (entry && entry->key != key)
        entry = entry->next;
    return entry;
}

int main(void)
{
    struct table *table = calloc(1, sizeof *table);
    if (!table)
        return 1;
    while (__VERIFIER_nondet_int()) {
        unsigned key = __VERIFIER_nondet_int();
        struct entry *entry = lookup(table, key);
        if (entry)
            erase(table, entry);
        else
            insert(table, key);
    }
    for (int i = 0; i < BUCKETS; i++)
        while (table->chains[i])
            erase(table, table->chains[i]);
    free(table);
    return 0;
}
