// Deletion updates one neighbour only, so that the list still leads to the deleted node.
// verdict: unsafe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

#define LIST_HEAD_INIT(name) { &(name), &(name) }
#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))
#define list_for_each(pos, head) for (pos = (head)->next; pos != (head); pos = pos->next)

static inline void init_list_head(struct list_head *list)
{
    list->next = list;
    list->prev = list;
}

static inline void list_insert(struct list_head *entry, struct list_head *prev, struct list_head *next)
{
    next->prev = entry;
    entry->next = next;
    entry->prev = prev;
    prev->next = entry;
}

static inline void list_add(struct list_head *entry, struct list_head *head)
{
    list_insert(entry, head, head->next);
}

static inline void list_add_tail(struct list_head *entry, struct list_head *head)
{
    list_insert(entry, head->prev, head);
}

static inline void list_del(struct list_head *entry)
{
    entry->next->prev = entry->prev; // BUG: use-after-free
    entry->next = NULL;
    entry->prev = NULL;
}

struct child {
    int value;
    struct list_head siblings;
};

struct parent {
    struct list_head children;
    int size;
    struct list_head link;
};

static struct list_head parents = LIST_HEAD_INIT(parents);

static void add_child(struct parent *parent)
{
    struct child *child = malloc(sizeof *child);
    if (!child)
        exit(1);
    child->value = __VERIFIER_nondet_int();
    list_add_tail(&child->siblings, &parent->children);
    parent->size++;
}

static void add_parent(void)
{
    struct parent *parent = malloc(sizeof *parent);
    if (!parent)
        exit(1);
    parent->size = 0;
    init_list_head(&parent->children);
    while (__VERIFIER_nondet_int())
        add_child(parent);
    list_add(&parent->link, &parents);
}

static int sum(void)
{
    unsigned sum = 0;
    struct list_head *p;
    list_for_each(p, &parents) {
        struct parent *parent = container_of(p, struct parent, link);
        struct list_head *c;
        list_for_each(c, &parent->children)
            sum += container_of(c, struct child, siblings)->value;
    }
    return sum != 0;
}

static void destroy_parent(struct parent *parent)
{
    while (parent->children.next != &parent->children) { // BUG: use-after-free
        struct child *child = container_of(parent->children.next, struct child, siblings);
        list_del(&child->siblings);
        free(child);
    }
    list_del(&parent->link);
    free(parent);
}

int main(void)
{
    while (__VERIFIER_nondet_int())
        add_parent();
    int result = sum();
    while (parents.next != &parents)
        destroy_parent(container_of(parents.next, struct parent, link));
    return result;
}
