// A cache that gives up what was used least: new entries and old ones are put in front by the same function.
// command: lib
// functions: 6
// requires: take_out: cache != NULL; entry != NULL
// requires: put_in_front: cache != NULL; entry != NULL
// requires: put_behind: cache != NULL; entry != NULL
// requires: cache_get: cache != NULL; value != NULL
// requires: cache_put: cache != NULL
#include <stdlib.h>

struct entry {
    struct entry *newer, *older;
    int key, value;
};

struct cache {
    struct entry *first, *last;
    int used, most;
};

static void take_out(struct cache *cache, struct entry *entry)
{
    if (entry->newer)
        entry->newer->older = entry->older;
    else
        cache->first = entry->older;
    if (entry->older)
        entry->older->newer = entry->newer;
    else
        cache->last = entry->newer;
    entry->newer = entry->older = NULL;
}

static void put_in_front(struct cache *cache, struct entry *entry)
{
    entry->newer = NULL;
    entry->older = cache->first;
    if (cache->first)
        cache->first->newer = entry;
    else
        cache->last = entry;
    cache->first = entry;
}

static void put_behind(struct cache *cache, struct entry *entry)
{
    entry->newer = cache->last;
    if (entry->older)
        entry->older->newer = entry; // BUG: cache_put_unset: nobody has set the link
    cache->last = entry;
}

int cache_get(struct cache *cache, int key, int *value)
{
    for (struct entry *entry = cache->first; entry; entry = entry->older)
        if (entry->key == key) {
            take_out(cache, entry);
            put_in_front(cache, entry);
            *value = entry->value;
            return 1;
        }
    return 0;
}

int cache_put(struct cache *cache, int key, int value)
{
    struct entry *entry;
    if (cache->used >= cache->most) {
        entry = cache->last;
        if (!entry)
            return 0;
        take_out(cache, entry);
        cache->used--;
    } else {
        entry = malloc(sizeof *entry);
        if (!entry)
            return 0;
    }
    entry->key = key;
    entry->value = value;
    put_in_front(cache, entry);
    cache->used++;
    return 1;
}

int cache_put_unset(struct cache *cache, int key, int value)
{
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return 0;
    entry->key = key;
    entry->value = value;
    put_behind(cache, entry); // BUG: cache_put_unset: the callee follows a link that nobody has set
    return 1;
} // BUG: cache_put_unset: and the node is in the cache then
