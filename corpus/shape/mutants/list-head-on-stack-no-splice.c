// A list of the function is lost with its frame when it has a single node.
// verdict: unsafe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct list_head {
    struct list_head *next, *prev;
};

static void list_init(struct list_head *head)
{
    head->next = head->prev = head;
}

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

struct item {
    char tag;
    struct list_head link;
};

static void splice(struct list_head *from, struct list_head *to)
{
    if (from->next == from)
        return;
    struct list_head *first = from->next;
    struct list_head *last = from->prev;
    first->prev = to;
    last->next = to->next;
    to->next->prev = last;
    to->next = first;
    list_init(from);
}

static void collect(struct list_head *result)
{
    struct list_head local;
    list_init(&local);
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            break;
        item->tag = 'x';
        list_add(&item->link, &local);
    }
    if (local.next != local.prev)
        splice(&local, result);
} // BUG: leak

int main(void)
{
    struct list_head all;
    list_init(&all);
    while (__VERIFIER_nondet_int())
        collect(&all);
    while (all.next != &all) {
        struct list_head *entry = all.next;
        list_del(entry);
        free(container_of(entry, struct item, link));
    }
    return 0;
}
