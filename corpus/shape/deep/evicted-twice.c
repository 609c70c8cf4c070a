// A cache of six entries: an entry that is used moves to the front. The pointer to the last entry is not renewed when
// the last one is used while the cache is full, and the next eviction releases the first entry, which alone leads to the
// others.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { CAPACITY = 6 };

struct entry {
    int key;
    struct entry *next;
    struct entry *prev;
};

static struct entry *first;
static struct entry *last;
static int used;

static void unlink_entry(struct entry *entry)
{
    if (entry->prev)
        entry->prev->next = entry->next;
    else
        first = entry->next;
    if (entry->next)
        entry->next->prev = entry->prev;
    else if (used < CAPACITY)
        last = entry->prev;
}

static void push(struct entry *entry)
{
    entry->prev = NULL;
    entry->next = first;
    if (first)
        first->prev = entry;
    else
        last = entry;
    first = entry;
}

static void evict(void)
{
    struct entry *entry = last;
    last = entry->prev;
    if (last)
        last->next = NULL;
    else
        first = NULL;
    free(entry); // BUG: leak
    used--;
}

static void touch_last(void)
{
    struct entry *entry = last;
    if (entry && entry != first) {
        unlink_entry(entry);
        push(entry);
    }
}

static void add(int key)
{
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return;
    if (used == CAPACITY)
        evict();
    entry->key = key;
    push(entry);
    used++;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            touch_last();
        else
            add(__VERIFIER_nondet_int());
    }
    while (first) {
        struct entry *next = first->next;
        free(first);
        first = next;
    }
    return 0;
}
