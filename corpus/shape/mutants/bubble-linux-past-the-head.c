// Compares the last node with the head.
// verdict: unsafe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct item {
    int value;
    struct list_head link;
};

static void list_init(struct list_head *head)
{
    head->next = head->prev = head;
}

static int list_empty(const struct list_head *head)
{
    return head->next == head;
}

static void list_add_tail(struct list_head *entry, struct list_head *head)
{
    struct list_head *last = head->prev;
    entry->next = head;
    entry->prev = last;
    last->next = entry;
    head->prev = entry;
}

static void list_del(struct list_head *entry)
{
    entry->prev->next = entry->next;
    entry->next->prev = entry->prev;
}

static int value_of(const struct list_head *entry)
{
    return container_of(entry, struct item, link)->value; // BUG: out-of-bounds
}

static void create(struct list_head *head)
{
    list_init(head);
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            break;
        item->value = __VERIFIER_nondet_int();
        list_add_tail(&item->link, head);
    }
}

static void destroy(struct list_head *head)
{
    while (!list_empty(head)) {
        struct list_head *entry = head->next;
        list_del(entry);
        free(container_of(entry, struct item, link));
    }
}

static void sort(struct list_head *head)
{
    int swapped;
    do {
        swapped = 0;
        struct list_head *entry = head->next;
        while (entry != head) {
            struct list_head *next = entry->next;
            if (value_of(entry) > value_of(next)) {
                list_del(entry);
                list_add_tail(entry, next->next);
                swapped = 1;
            } else {
                entry = next;
            }
        }
    } while (swapped);
}

int main(void)
{
    struct list_head head;
    create(&head);
    sort(&head);
    destroy(&head);
    return 0;
}
