// A hash table with chains: insertion, look-up, removal, growth.
// verdict: safe
// malloc: ok
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    int value;
    char key[];
};

struct table {
    struct entry **buckets;
    size_t size, count;
};

static size_t hash(const char *key) {
    size_t h = 5381;
    while (*key)
        h = h * 33 + (unsigned char)*key++;
    return h;
}

static void grow(struct table *t) {
    size_t size = t->size ? 2 * t->size : 2;
    struct entry **buckets = calloc(size, sizeof *buckets);
    for (size_t i = 0; i < t->size; i++)
        for (struct entry *e = t->buckets[i], *next; e; e = next) {
            next = e->next;
            struct entry **bucket = &buckets[hash(e->key) % size];
            e->next = *bucket;
            *bucket = e;
        }
    free(t->buckets);
    t->buckets = buckets;
    t->size = size;
}

static struct entry **find(struct table *t, const char *key) {
    struct entry **link = &t->buckets[hash(key) % t->size];
    while (*link && strcmp((*link)->key, key) != 0)
        link = &(*link)->next;
    return link;
}

static void put(struct table *t, const char *key, int value) {
    if (t->count == t->size)
        grow(t);
    struct entry **link = find(t, key);
    if (!*link) {
        *link = malloc(sizeof **link + strlen(key) + 1);
        (*link)->next = NULL;
        strcpy((*link)->key, key);
        t->count++;
    }
    (*link)->value = value;
}

static void discard(struct table *t, const char *key) {
    struct entry **link = find(t, key), *e = *link;
    if (e) {
        *link = e->next;
        free(e);
        t->count--;
    }
}

int main(void) {
    static const char *const keys[] = {"one", "two", "three", "four", "five", "six"};
    struct table t = {0};
    for (int i = 0; i < 6; i++)
        put(&t, keys[i], i);
    put(&t, "one", 100);
    assert(t.count == 6 && (*find(&t, "one"))->value == 100 && (*find(&t, "six"))->value == 5);
    for (int i = 0; i < 6; i++)
        discard(&t, keys[i]);
    assert(t.count == 0 && !*find(&t, "one"));
    free(t.buckets);
    return 0;
}
