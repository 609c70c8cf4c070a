// A hash map of chained entries with numbers as keys, and iterators over it.
// command: lib
// functions: 11
// requires: map_find: m != NULL
// requires: map_get: m != NULL; out != NULL
// requires: map_get_or: m != NULL
// requires: map_put: m != NULL
// requires: map_remove: m != NULL
// requires: map_count: m != NULL
// requires: iter_init: it != NULL; m != NULL
// requires: iter_next: it != NULL; out != NULL
#include <stdlib.h>

#define SLOTS 64

struct entry {
    struct entry *next;
    unsigned key;
    int value;
};

struct map {
    struct entry *slots[SLOTS];
    size_t count;
};

struct iter {
    struct map *map;
    struct entry *at;
    unsigned slot;
};

struct map *map_new(void)
{
    return calloc(1, sizeof(struct map));
}

struct entry *map_find(struct map *m, unsigned key)
{
    for (struct entry *e = m->slots[key % SLOTS]; e; e = e->next)
        if (e->key == key)
            return e;
    return NULL;
}

int map_get(struct map *m, unsigned key, struct entry **out)
{
    struct entry *e = map_find(m, key);
    if (!e)
        return -1;
    *out = e;
    return 0;
}

int map_get_or(struct map *m, unsigned key, int otherwise)
{
    struct entry *e;
    if (map_get(m, key, &e) != 0)
        return otherwise;
    return e ? e->value : otherwise;
}

int map_put(struct map *m, unsigned key, int value)
{
    struct entry *e = map_find(m, key);
    if (e) {
        e->value = value;
        return 0;
    }
    e = malloc(sizeof *e);
    if (!e)
        return -1;
    e->key = key;
    e->value = value;
    e->next = m->slots[key % SLOTS];
    m->slots[key % SLOTS] = e;
    m->count++;
    return 0;
}

int map_remove(struct map *m, unsigned key)
{
    for (struct entry **at = &m->slots[key & (SLOTS - 1)]; *at; at = &(*at)->next)
        if ((*at)->key == key) {
            struct entry *gone = *at;
            *at = gone->next;
            free(gone);
            m->count--;
            return 1;
        }
    return 0;
}

size_t map_count(const struct map *m)
{
    size_t count = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        for (const struct entry *e = m->slots[i]; e; e = e->next)
            count++;
    return count;
}

void map_free(struct map *m)
{
    if (!m)
        return;
    for (unsigned i = 0; i < SLOTS; i++) {
        struct entry *e = m->slots[i];
        while (e) {
            struct entry *next = e->next;
            free(e);
            e = next;
        }
    }
    free(m);
}

void iter_init(struct iter *it, struct map *m)
{
    it->map = m;
    it->slot = 0;
    it->at = m->slots[0];
}

int iter_next(struct iter *it, int *out)
{
    while (!it->at) {
        if (!it->map || it->slot + 1 >= SLOTS)
            return 0;
        it->slot++;
        it->at = it->map->slots[it->slot];
    }
    *out = it->at->value;
    it->at = it->at->next;
    return 1;
}

int map_sum(struct map *m)
{
    if (!m)
        return 0;
    struct iter it;
    int sum = 0, value;
    iter_init(&it, m);
    while (iter_next(&it, &value))
        sum += value;
    return sum;
}
