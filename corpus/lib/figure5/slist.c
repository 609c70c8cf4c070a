// A library of singly linked lists of pointers, as rich as GLib's: one node type with two fields.
// command: lib
// functions: 33
// requires: slist_foreach: func != NULL
// requires: slist_find_custom: compare != NULL
#include <stdlib.h>

typedef struct slist slist;

struct slist {
    void *data;
    slist *next;
};

typedef void (*visit_func)(void *data, void *user);
typedef void *(*copy_func)(const void *data, void *user);
typedef void (*destroy_func)(void *data);
typedef int (*compare_func)(const void *a, const void *b);
typedef int (*compare_data_func)(const void *a, const void *b, void *user);

slist *slist_alloc(void)
{
    slist *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->data = NULL;
    node->next = NULL;
    return node;
}

void slist_free_1(slist *list)
{
    free(list);
}

void slist_free(slist *list)
{
    while (list) {
        slist *next = list->next;
        free(list);
        list = next;
    }
}

void slist_foreach(slist *list, visit_func func, void *user)
{
    while (list) {
        slist *next = list->next;
        func(list->data, user);
        list = next;
    }
}

void slist_free_full(slist *list, destroy_func destroy)
{
    while (list) {
        slist *next = list->next;
        if (destroy)
            destroy(list->data);
        free(list);
        list = next;
    }
}

slist *slist_last(slist *list)
{
    if (list) {
        while (list->next)
            list = list->next;
    }
    return list;
}

slist *slist_append(slist *list, void *data)
{
    slist *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->data = data;
    node->next = NULL;
    if (list) {
        slist *last = slist_last(list);
        if (last)
            last->next = node;
        return list;
    }
    return node;
}

slist *slist_prepend(slist *list, void *data)
{
    slist *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->data = data;
    node->next = list;
    return node;
}

slist *slist_insert(slist *list, void *data, int position)
{
    slist *previous = NULL;
    slist *rest = list;
    slist *node;

    if (position < 0)
        return slist_append(list, data);
    if (position == 0)
        return slist_prepend(list, data);
    node = malloc(sizeof *node);
    if (!node)
        abort();
    node->data = data;
    if (!list) {
        node->next = NULL;
        return node;
    }
    while (position-- > 0 && rest) {
        previous = rest;
        rest = rest->next;
    }
    node->next = rest;
    if (!previous)
        return node;
    previous->next = node;
    return list;
}

slist *slist_insert_before(slist *list, slist *sibling, void *data)
{
    slist *last = NULL;
    slist *node;

    if (!list) {
        node = malloc(sizeof *node);
        if (!node)
            abort();
        node->data = data;
        node->next = NULL;
        return node;
    }
    for (node = list; node && node != sibling; node = node->next)
        last = node;
    if (!last) {
        node = malloc(sizeof *node);
        if (!node)
            abort();
        node->data = data;
        node->next = list;
        return node;
    }
    node = malloc(sizeof *node);
    if (!node)
        abort();
    node->data = data;
    node->next = last->next;
    last->next = node;
    return list;
}

slist *slist_concat(slist *first, slist *second)
{
    if (second) {
        if (first) {
            slist *last = slist_last(first);
            if (last)
                last->next = second;
        } else {
            first = second;
        }
    }
    return first;
}

slist *slist_remove(slist *list, const void *data)
{
    slist *previous = NULL;
    slist *node;

    for (node = list; node; node = node->next) {
        if (node->data == data) {
            if (previous)
                previous->next = node->next;
            else
                list = node->next;
            free(node);
            break;
        }
        previous = node;
    }
    return list;
}

slist *slist_remove_all(slist *list, const void *data)
{
    slist *previous = NULL;
    slist *node = list;

    while (node) {
        slist *next = node->next;
        if (node->data == data) {
            if (previous)
                previous->next = next;
            else
                list = next;
            free(node);
        } else {
            previous = node;
        }
        node = next;
    }
    return list;
}

slist *slist_remove_link(slist *list, slist *link)
{
    slist *previous = NULL;
    slist *node;

    for (node = list; node; node = node->next) {
        if (node == link) {
            if (previous)
                previous->next = node->next;
            else
                list = node->next;
            node->next = NULL;
            break;
        }
        previous = node;
    }
    return list;
}

slist *slist_delete_link(slist *list, slist *link)
{
    list = slist_remove_link(list, link);
    free(link);
    return list;
}

slist *slist_copy_deep(slist *list, copy_func copy, void *user)
{
    slist *head;
    slist *tail;

    if (!list)
        return NULL;
    head = malloc(sizeof *head);
    if (!head)
        abort();
    head->data = copy ? copy(list->data, user) : list->data;
    tail = head;
    list = list->next;
    while (list) {
        tail->next = malloc(sizeof *tail);
        if (!tail->next)
            abort();
        tail = tail->next;
        tail->data = copy ? copy(list->data, user) : list->data;
        list = list->next;
    }
    tail->next = NULL;
    return head;
}

slist *slist_copy(slist *list)
{
    return slist_copy_deep(list, NULL, NULL);
}

slist *slist_reverse(slist *list)
{
    slist *previous = NULL;

    while (list) {
        slist *next = list->next;
        list->next = previous;
        previous = list;
        list = next;
    }
    return previous;
}

slist *slist_nth(slist *list, unsigned n)
{
    while (n-- > 0 && list)
        list = list->next;
    return list;
}

void *slist_nth_data(slist *list, unsigned n)
{
    while (n-- > 0 && list)
        list = list->next;
    return list ? list->data : NULL;
}

slist *slist_find(slist *list, const void *data)
{
    while (list) {
        if (list->data == data)
            break;
        list = list->next;
    }
    return list;
}

slist *slist_find_custom(slist *list, const void *data, compare_func compare)
{
    while (list) {
        if (compare(list->data, data) == 0)
            return list;
        list = list->next;
    }
    return NULL;
}

int slist_position(slist *list, slist *link)
{
    int i = 0;

    while (list) {
        if (list == link)
            return i;
        i++;
        list = list->next;
    }
    return -1;
}

int slist_index(slist *list, const void *data)
{
    int i = 0;

    while (list) {
        if (list->data == data)
            return i;
        i++;
        list = list->next;
    }
    return -1;
}

unsigned slist_length(slist *list)
{
    unsigned length = 0;

    while (list) {
        length++;
        list = list->next;
    }
    return length;
}

static int order(const void *a, const void *b, compare_func compare, compare_data_func compare_data, void *user)
{
    if (compare)
        return compare(a, b);
    if (compare_data)
        return compare_data(a, b, user);
    return 0;
}

static slist *insert_sorted_real(slist *list, void *data, compare_func compare,
                                 compare_data_func compare_data, void *user)
{
    slist *previous = NULL;
    slist *rest = list;
    slist *node;

    node = malloc(sizeof *node);
    if (!node)
        abort();
    node->data = data;
    while (rest && order(data, rest->data, compare, compare_data, user) > 0) {
        previous = rest;
        rest = rest->next;
    }
    node->next = rest;
    if (!previous)
        return node;
    previous->next = node;
    return list;
}

slist *slist_insert_sorted(slist *list, void *data, compare_func compare)
{
    return insert_sorted_real(list, data, compare, NULL, NULL);
}

slist *slist_insert_sorted_with_data(slist *list, void *data, compare_data_func compare, void *user)
{
    return insert_sorted_real(list, data, NULL, compare, user);
}

static slist *sort_merge(slist *l1, slist *l2, compare_func compare, compare_data_func compare_data, void *user)
{
    slist head;
    slist *tail = &head;

    head.data = NULL;
    head.next = NULL;
    while (l1 && l2) {
        if (order(l1->data, l2->data, compare, compare_data, user) <= 0) {
            tail->next = l1;
            l1 = l1->next;
        } else {
            tail->next = l2;
            l2 = l2->next;
        }
        tail = tail->next;
    }
    tail->next = l1 ? l1 : l2;
    return head.next;
}

static slist *sort_real(slist *list, compare_func compare, compare_data_func compare_data, void *user)
{
    slist *middle;
    slist *second;
    unsigned half;

    if (!list || !list->next)
        return list;
    middle = list;
    for (half = slist_length(list) / 2; half > 1 && middle->next; half--)
        middle = middle->next;
    second = middle->next;
    middle->next = NULL;
    return sort_merge(sort_real(list, compare, compare_data, user),
                      sort_real(second, compare, compare_data, user), compare, compare_data, user);
}

slist *slist_sort(slist *list, compare_func compare)
{
    return sort_real(list, compare, NULL, NULL);
}

slist *slist_sort_with_data(slist *list, compare_data_func compare, void *user)
{
    return sort_real(list, NULL, compare, user);
}
