// A chained hash table that grows: four insertions of any keys, a look-up, a removal.
// verdict: safe
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct entry {
    unsigned key, value;
    struct entry *next;
};

struct table {
    unsigned count, buckets;
    struct entry **chains;
};

static unsigned hash(unsigned key) {
    return key ^ key >> 16 ^ key >> 5;
}

static struct entry **find(struct table *table, unsigned key) {
    struct entry **at = &table->chains[hash(key) % table->buckets];
    while (*at && (*at)->key != key)
        at = &(*at)->next;
    return at;
}

static int grow(struct table *table) {
    unsigned buckets = 2 * table->buckets;
    struct entry **chains = calloc(buckets, sizeof *chains);
    if (!chains)
        return 0;
    for (unsigned i = 0; i < table->buckets; i++) {
        struct entry *entry = table->chains[i];
        while (entry) {
            struct entry *next = entry->next, **to = &chains[hash(entry->key) % buckets];
            entry->next = *to;
            *to = entry;
            entry = next;
        }
    }
    free(table->chains);
    table->chains = chains;
    table->buckets = buckets;
    return 1;
}

static int insert(struct table *table, unsigned key, unsigned value) {
    struct entry **at = find(table, key);
    if (*at) {
        (*at)->value = value;
        return 1;
    }
    if (table->count >= table->buckets) {
        if (!grow(table))
            return 0;
        at = find(table, key);
    }
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return 0;
    *entry = (struct entry){key, value, *at};
    *at = entry;
    table->count++;
    return 1;
}

static int remove_key(struct table *table, unsigned key) {
    struct entry **at = find(table, key), *entry = *at;
    if (!entry)
        return 0;
    *at = entry->next;
    free(entry);
    table->count--;
    return 1;
}

static void destroy(struct table *table) {
    for (unsigned i = 0; i < table->buckets; i++) {
        while (table->chains[i]) {
            struct entry *entry = table->chains[i];
            table->chains[i] = entry->next;
            free(entry);
        }
    }
    free(table->chains);
}

int main(void) {
    struct table table = {0, 2, calloc(2, sizeof(struct entry *))};
    if (!table.chains)
        return 1;
    unsigned last = 0;
    int done = 1;
    for (unsigned i = 0; i < 4; i++) {
        last = __VERIFIER_nondet_uint();
        done = insert(&table, last, i);
    }
    if (done) {
        assert(*find(&table, last));
        assert(remove_key(&table, last));
        assert(!*find(&table, last));
    }
    destroy(&table);
    return 0;
}
