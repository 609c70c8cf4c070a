// A hash table of chains behind a pointer: they are walked by the address of a link, from an element of the table on.
// command: lib
// functions: 8
// requires: hash_of: text != NULL; valid_read_string(text)
// requires: table_get: \valid(table->chains + (0 .. table->size - 1)); key != NULL; table != NULL; valid_read_string(key)
// requires: table_put: \valid(table->chains + (0 .. table->size - 1)); key != NULL; table != NULL; table->size > 0; valid_read_string(key)
// requires: table_drop: \valid(table->chains + (0 .. table->size - 1)); key != NULL; table != NULL; table->size > 0; valid_read_string(key)
// requires: table_free: \valid(table->chains + (0 .. table->size - 1))
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    char *key;
    void *value;
    unsigned hash;
};

struct table {
    struct entry **chains;
    unsigned size;
    unsigned used;
};

unsigned hash_of(const char *text)
{
    unsigned hash = 5381;
    while (*text)
        hash = hash * 33 + (unsigned char)*text++;
    return hash;
}

struct table *table_new(unsigned bits)
{
    if (bits > 20)
        return NULL;
    struct table *table = malloc(sizeof *table);
    if (!table)
        return NULL;
    table->size = 1u << bits;
    table->chains = calloc(table->size, sizeof *table->chains);
    if (!table->chains) {
        free(table);
        return NULL;
    }
    table->used = 0;
    return table;
}

void *table_get(const struct table *table, const char *key)
{
    unsigned hash = hash_of(key);
    for (struct entry *entry = table->chains[hash % table->size]; entry; entry = entry->next)
        if (entry->hash == hash && strcmp(entry->key, key) == 0)
            return entry->value;
    return NULL;
}

int table_put(struct table *table, const char *key, void *value)
{
    unsigned hash = hash_of(key);
    struct entry **link = &table->chains[hash & (table->size - 1)];
    for (struct entry *entry = *link; entry; entry = entry->next)
        if (entry->hash == hash && strcmp(entry->key, key) == 0) {
            entry->value = value;
            return 1;
        }
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return 0;
    size_t bytes = strlen(key) + 1;
    entry->key = malloc(bytes);
    if (!entry->key) {
        free(entry);
        return 0;
    }
    memcpy(entry->key, key, bytes);
    entry->value = value;
    entry->hash = hash;
    entry->next = *link;
    *link = entry;
    table->used++;
    return 1;
}

int table_drop(struct table *table, const char *key)
{
    unsigned hash = hash_of(key);
    for (struct entry **link = &table->chains[hash & (table->size - 1)]; *link; link = &(*link)->next) {
        struct entry *entry = *link;
        if (entry->hash == hash && strcmp(entry->key, key) == 0) {
            *link = entry->next;
            free(entry->key);
            free(entry);
            table->used--;
            return 1;
        }
    }
    return 0;
}

int table_drop_late(struct table *table, const char *key)
{
    unsigned hash = hash_of(key);
    for (struct entry **link = &table->chains[hash & (table->size - 1)]; *link; link = &(*link)->next) {
        struct entry *entry = *link;
        if (entry->hash == hash && strcmp(entry->key, key) == 0) {
            free(entry->key);
            free(entry);
            *link = entry->next; // BUG: table_drop_late: the entry is gone
            table->used--;
            return 1;
        }
    }
    return 0;
}

int table_drop_one_behind(struct table *table, const char *key)
{
    unsigned hash = hash_of(key);
    struct entry **link = &table->chains[hash % (table->size + 1)];
    while (*link && strcmp((*link)->key, key) != 0) // BUG: table_drop_one_behind: behind the table
        link = &(*link)->next;
    return *link != NULL;
}

void table_free(struct table *table)
{
    if (!table)
        return;
    for (unsigned i = 0; i < table->size; i++) {
        struct entry *entry = table->chains[i];
        while (entry) {
            struct entry *next = entry->next;
            free(entry->key);
            free(entry);
            entry = next;
        }
    }
    free(table->chains);
    free(table);
}
