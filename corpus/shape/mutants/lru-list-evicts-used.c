// The oldest entry stays oldest when it is evicted and there is one more.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    int key;
    struct entry *newer;
    struct entry *older;
};

struct cache {
    struct entry *newest;
    struct entry *oldest;
};

static void unlink_entry(struct cache *cache, struct entry *entry)
{
    if (entry->newer)
        entry->newer->older = entry->older;
    else
        cache->newest = entry->older;
    if (entry->older)
        entry->older->newer = entry->newer; // BUG: use-after-free
    else
        cache->oldest = entry->newer;
}

static void link_newest(struct cache *cache, struct entry *entry)
{
    entry->newer = NULL;
    entry->older = cache->newest;
    if (cache->newest)
        cache->newest->newer = entry;
    else
        cache->oldest = entry;
    cache->newest = entry;
}

static struct entry *find(struct cache *cache, int key)
{
    struct entry *entry = cache->newest;
    while (entry && entry->key != key) // BUG: use-after-free
        entry = entry->older;
    return entry;
}

static void use(struct cache *cache, int key)
{
    struct entry *entry = find(cache, key);
    if (entry) {
        unlink_entry(cache, entry);
    } else {
        entry = malloc(sizeof *entry);
        if (!entry)
            return;
        entry->key = key;
    }
    link_newest(cache, entry);
}

static void evict(struct cache *cache)
{
    struct entry *entry = cache->oldest;
    if (entry) {
        if (!entry->newer || entry->newer->newer) // BUG: use-after-free
            unlink_entry(cache, entry);
        free(entry);
    }
}

int main(void)
{
    struct cache cache = { NULL, NULL };
    while (__VERIFIER_nondet_int()) {
        use(&cache, __VERIFIER_nondet_int());
        if (__VERIFIER_nondet_int())
            evict(&cache);
    }
    while (cache.oldest)
        evict(&cache);
    return 0;
}
