// A library of doubly linked lists of pointers, as rich as GLib's: one node type with three fields.
// command: lib
// functions: 37
// requires: dlist_foreach: func != NULL
// requires: dlist_find_custom: compare != NULL
#include <stdlib.h>

typedef struct dlist dlist;

struct dlist {
    void *data;
    dlist *next;
    dlist *prev;
};

typedef void (*visit_func)(void *data, void *user);
typedef void *(*copy_func)(const void *data, void *user);
typedef void (*destroy_func)(void *data);
typedef int (*compare_func)(const void *a, const void *b);
typedef int (*compare_data_func)(const void *a, const void *b, void *user);

static dlist *node_new(void *data)
{
    dlist *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->data = data;
    node->next = NULL;
    node->prev = NULL;
    return node;
}

dlist *dlist_alloc(void)
{
    return node_new(NULL);
}

void dlist_free_1(dlist *list)
{
    free(list);
}

void dlist_free(dlist *list)
{
    while (list) {
        dlist *next = list->next;
        free(list);
        list = next;
    }
}

void dlist_foreach(dlist *list, visit_func func, void *user)
{
    while (list) {
        dlist *next = list->next;
        func(list->data, user);
        list = next;
    }
}

void dlist_free_full(dlist *list, destroy_func destroy)
{
    while (list) {
        dlist *next = list->next;
        if (destroy)
            destroy(list->data);
        free(list);
        list = next;
    }
}

dlist *dlist_first(dlist *list)
{
    if (list) {
        while (list->prev)
            list = list->prev;
    }
    return list;
}

dlist *dlist_last(dlist *list)
{
    if (list) {
        while (list->next)
            list = list->next;
    }
    return list;
}

dlist *dlist_append(dlist *list, void *data)
{
    dlist *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->data = data;
    node->next = NULL;
    if (list) {
        dlist *last = dlist_last(list);
        if (last)
            last->next = node;
        node->prev = last;
        return list;
    }
    node->prev = NULL;
    return node;
}

dlist *dlist_prepend(dlist *list, void *data)
{
    dlist *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->data = data;
    node->next = list;
    if (list) {
        node->prev = list->prev;
        if (list->prev)
            list->prev->next = node;
        list->prev = node;
    } else {
        node->prev = NULL;
    }
    return node;
}

dlist *dlist_nth(dlist *list, unsigned n)
{
    while (n-- > 0 && list)
        list = list->next;
    return list;
}

dlist *dlist_nth_prev(dlist *list, unsigned n)
{
    while (n-- > 0 && list)
        list = list->prev;
    return list;
}

void *dlist_nth_data(dlist *list, unsigned n)
{
    while (n-- > 0 && list)
        list = list->next;
    return list ? list->data : NULL;
}

dlist *dlist_insert(dlist *list, void *data, int position)
{
    dlist *node;
    dlist *place;

    if (position < 0)
        return dlist_append(list, data);
    if (position == 0)
        return dlist_prepend(list, data);
    place = dlist_nth(list, (unsigned)position);
    if (!place)
        return dlist_append(list, data);
    node = malloc(sizeof *node);
    if (!node)
        abort();
    node->data = data;
    node->prev = place->prev;
    if (place->prev)
        place->prev->next = node;
    node->next = place;
    place->prev = node;
    return list;
}

dlist *dlist_insert_before(dlist *list, dlist *sibling, void *data)
{
    dlist *node;

    if (!list)
        return node_new(data);
    if (sibling) {
        node = malloc(sizeof *node);
        if (!node)
            abort();
        node->data = data;
        node->prev = sibling->prev;
        node->next = sibling;
        sibling->prev = node;
        if (node->prev) {
            node->prev->next = node;
            return list;
        }
        return node;
    }
    return dlist_append(list, data);
}

dlist *dlist_insert_after(dlist *list, dlist *sibling, void *data)
{
    dlist *node;

    if (!list || !sibling)
        return dlist_append(list, data);
    node = malloc(sizeof *node);
    if (!node)
        abort();
    node->data = data;
    node->prev = sibling;
    node->next = sibling->next;
    if (sibling->next)
        sibling->next->prev = node;
    sibling->next = node;
    return list;
}

dlist *dlist_concat(dlist *first, dlist *second)
{
    if (second) {
        dlist *last = dlist_last(first);
        if (last)
            last->next = second;
        else
            first = second;
        second->prev = last;
    }
    return first;
}

dlist *dlist_remove_link(dlist *list, dlist *link)
{
    if (!link)
        return list;
    if (link->prev)
        link->prev->next = link->next;
    if (link->next)
        link->next->prev = link->prev;
    if (link == list)
        list = list->next;
    link->next = NULL;
    link->prev = NULL;
    return list;
}

dlist *dlist_delete_link(dlist *list, dlist *link)
{
    list = dlist_remove_link(list, link);
    free(link);
    return list;
}

dlist *dlist_remove(dlist *list, const void *data)
{
    dlist *node = list;

    while (node) {
        if (node->data != data) {
            node = node->next;
        } else {
            list = dlist_remove_link(list, node);
            free(node);
            break;
        }
    }
    return list;
}

dlist *dlist_remove_all(dlist *list, const void *data)
{
    dlist *node = list;

    while (node) {
        if (node->data != data) {
            node = node->next;
        } else {
            dlist *next = node->next;
            if (node->prev)
                node->prev->next = next;
            else
                list = next;
            if (next)
                next->prev = node->prev;
            free(node);
            node = next;
        }
    }
    return list;
}

dlist *dlist_copy_deep(dlist *list, copy_func copy, void *user)
{
    dlist *head;
    dlist *tail;

    if (!list)
        return NULL;
    head = malloc(sizeof *head);
    if (!head)
        abort();
    head->data = copy ? copy(list->data, user) : list->data;
    head->prev = NULL;
    tail = head;
    list = list->next;
    while (list) {
        tail->next = malloc(sizeof *tail);
        if (!tail->next)
            abort();
        tail->next->prev = tail;
        tail = tail->next;
        tail->data = copy ? copy(list->data, user) : list->data;
        list = list->next;
    }
    tail->next = NULL;
    return head;
}

dlist *dlist_copy(dlist *list)
{
    return dlist_copy_deep(list, NULL, NULL);
}

dlist *dlist_reverse(dlist *list)
{
    dlist *last = NULL;

    while (list) {
        last = list;
        list = last->next;
        last->next = last->prev;
        last->prev = list;
    }
    return last;
}

dlist *dlist_find(dlist *list, const void *data)
{
    while (list) {
        if (list->data == data)
            break;
        list = list->next;
    }
    return list;
}

dlist *dlist_find_custom(dlist *list, const void *data, compare_func compare)
{
    while (list) {
        if (compare(list->data, data) == 0)
            return list;
        list = list->next;
    }
    return NULL;
}

int dlist_position(dlist *list, dlist *link)
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

int dlist_index(dlist *list, const void *data)
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

unsigned dlist_length(dlist *list)
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

static dlist *insert_sorted_real(dlist *list, void *data, compare_func compare,
                                 compare_data_func compare_data, void *user)
{
    dlist *place = list;
    dlist *node;
    int cmp;

    if (!list)
        return node_new(data);
    cmp = order(data, place->data, compare, compare_data, user);
    while (place->next && cmp > 0) {
        place = place->next;
        cmp = order(data, place->data, compare, compare_data, user);
    }
    node = malloc(sizeof *node);
    if (!node)
        abort();
    node->data = data;
    node->next = NULL;
    if (!place->next && cmp > 0) {
        place->next = node;
        node->prev = place;
        return list;
    }
    node->prev = place->prev;
    if (place->prev)
        place->prev->next = node;
    node->next = place;
    place->prev = node;
    return place == list ? node : list;
}

dlist *dlist_insert_sorted(dlist *list, void *data, compare_func compare)
{
    return insert_sorted_real(list, data, compare, NULL, NULL);
}

dlist *dlist_insert_sorted_with_data(dlist *list, void *data, compare_data_func compare, void *user)
{
    return insert_sorted_real(list, data, NULL, compare, user);
}

static dlist *sort_merge(dlist *l1, dlist *l2, compare_func compare, compare_data_func compare_data, void *user)
{
    dlist head;
    dlist *tail = &head;
    dlist *rest;
    dlist *previous = NULL;

    head.data = NULL;
    head.next = NULL;
    head.prev = NULL;
    while (l1 && l2) {
        if (order(l1->data, l2->data, compare, compare_data, user) <= 0) {
            tail->next = l1;
            l1 = l1->next;
        } else {
            tail->next = l2;
            l2 = l2->next;
        }
        tail = tail->next;
        tail->prev = previous;
        previous = tail;
    }
    rest = l1 ? l1 : l2;
    tail->next = rest;
    if (rest)
        rest->prev = previous;
    return head.next;
}

static dlist *sort_real(dlist *list, compare_func compare, compare_data_func compare_data, void *user)
{
    dlist *middle;
    dlist *second;
    unsigned half;

    if (!list || !list->next)
        return list;
    middle = list;
    for (half = dlist_length(list) / 2; half > 1 && middle->next; half--)
        middle = middle->next;
    second = middle->next;
    middle->next = NULL;
    return sort_merge(sort_real(list, compare, compare_data, user),
                      sort_real(second, compare, compare_data, user), compare, compare_data, user);
}

dlist *dlist_sort(dlist *list, compare_func compare)
{
    return sort_real(list, compare, NULL, NULL);
}

dlist *dlist_sort_with_data(dlist *list, compare_data_func compare, void *user)
{
    return sort_real(list, NULL, compare, user);
}
