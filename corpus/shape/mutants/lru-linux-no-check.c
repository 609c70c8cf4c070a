// The last entry is removed even if there is none.
// verdict: unsafe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct list_head {
    struct list_head *next, *prev;
};

struct entry {
    int key;
    struct list_head lru;
};

static struct list_head lru = { &lru, &lru };
static int entries;

static void list_add(struct list_head *entry, struct list_head *head)
{
    entry->next = head->next;
    entry->prev = head;
    head->next->prev = entry;
    head->next = entry;
}

static void list_del(struct list_head *entry)
{
    entry->next->prev = entry->prev;
    entry->prev->next = entry->next;
}

static struct entry *lookup(int key)
{
    for (struct list_head *pos = lru.next; pos != &lru; pos = pos->next) {
        struct entry *entry = container_of(pos, struct entry, lru);
        if (entry->key == key)
            return entry;
    }
    return NULL;
}

static void remove_last(void)
{
    struct entry *entry = container_of(lru.prev, struct entry, lru);
    list_del(&entry->lru);
    free(entry); // BUG: invalid-free
    entries--;
}

static void touch(int key)
{
    struct entry *entry = lookup(key);
    if (entry) {
        list_del(&entry->lru);
        list_add(&entry->lru, &lru);
        return;
    }
    entry = malloc(sizeof *entry);
    if (!entry)
        return;
    entry->key = key;
    list_add(&entry->lru, &lru);
    entries++;
    if (entries > 8 && lru.prev != &lru)
        remove_last();
}

int main(void)
{
    while (__VERIFIER_nondet_int())
        touch(__VERIFIER_nondet_int());
    do
        remove_last();
    while (lru.next != &lru);
    return 0;
}
