// What is left of the second list is not moved.
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
    return container_of(entry, struct item, link)->value;
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

static void move_all(struct list_head *from, struct list_head *to)
{
    if (list_empty(from))
        return;
    struct list_head *first = from->next;
    struct list_head *last = from->prev;
    first->prev = to->prev;
    to->prev->next = first;
    last->next = to;
    to->prev = last;
    list_init(from);
}

static void merge(struct list_head *a, struct list_head *b, struct list_head *result)
{
    while (!list_empty(a) && !list_empty(b)) {
        struct list_head *entry = value_of(a->next) <= value_of(b->next) ? a->next : b->next;
        list_del(entry);
        list_add_tail(entry, result);
    }
    move_all(a, result);
}

static void sort(struct list_head *head)
{
    struct list_head left, right;
    list_init(&left);
    list_init(&right);
    if (list_empty(head) || head->next == head->prev)
        return;
    int turn = 0;
    while (!list_empty(head)) {
        struct list_head *entry = head->next;
        list_del(entry);
        list_add_tail(entry, turn ? &left : &right);
        turn = !turn;
    }
    sort(&left);
    sort(&right);
    merge(&left, &right, head);
} // BUG: leak

int main(void)
{
    struct list_head head;
    create(&head);
    sort(&head);
    destroy(&head);
    return 0;
}
