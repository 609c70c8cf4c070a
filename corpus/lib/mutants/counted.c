// Walks along lists by index that go one node too far, or along a list that was changed.
// command: lib
// functions: 8
// requires: of_another_list: length(list->free, next) >= list->size; list != NULL
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *head, *free;
    size_t size;
};

int behind_the_last(struct list *list, size_t index)
{
    if (index > list->size)
        return 0;
    struct node *node = list->head;
    for (size_t i = 0; i < index; i++)
        node = node->next;
    return node->value; // BUG: behind_the_last: null where the index is the size
}

int one_round_more(struct list *list)
{
    int sum = 0;
    struct node *node = list->head;
    for (size_t i = 0; i <= list->size; i++) {
        sum += node->value; // BUG: one_round_more: null in the last round
        node = node->next;
    }
    return sum;
}

int of_another_list(struct list *list, size_t index)
{
    if (index >= list->size)
        return 0;
    struct node *node = list->free;
    for (size_t i = 0; i < index; i++)
        node = node->next;
    return node->value;
}

int after_a_cut(struct list *list, size_t index)
{
    if (index >= list->size)
        return 0;
    if (list->head)
        list->head->next = NULL;
    struct node *node = list->head;
    for (size_t i = 0; i < index; i++)
        node = node->next; // BUG: after_a_cut: the list has one node now
    return node->value; // BUG: after_a_cut: the list has one node now
}

int cut_on_the_way(struct list *list, size_t index)
{
    if (index >= list->size)
        return 0;
    struct node *node = list->head;
    for (size_t i = 0; i < index; i++) {
        struct node *next = node->next; // BUG: cut_on_the_way: the next round follows the null that was stored
        if (next)
            next->next = NULL;
        node = next;
    }
    return node->value; // BUG: cut_on_the_way: null
}

int two_at_a_time(struct list *list, size_t index)
{
    if (index >= list->size)
        return 0;
    struct node *node = list->head;
    for (size_t i = 0; i < index; i++)
        node = node->next->next; // BUG: two_at_a_time: two nodes for each number
    return node->value; // BUG: two_at_a_time: two nodes for each number
}

int counted_first(struct list *list, size_t index)
{
    list->size++;
    if (index >= list->size)
        return 0;
    struct node *node = list->head;
    for (size_t i = 0; i < index; i++)
        node = node->next;
    return node->value; // BUG: counted_first: the number is one more than the list has
}

int without_a_node(struct list *list)
{
    size_t left = list->size;
    struct node *node = list->head;
    do {
        node = node->next; // BUG: without_a_node: a list of none
    } while (--left);
    return 0;
}
