// Results through pointers to local variables.
// command: lib
// functions: 12
// requires: count_into: count != NULL
// requires: find_into: found != NULL
// requires: pop: list != NULL
#include <stdbool.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

void measure(const struct node *list, int *count);
bool locate(struct node *list, int value, struct node **found);

static void count_into(const struct node *list, int *count)
{
    *count = 0;
    for (; list; list = list->next)
        ++*count;
}

int count(const struct node *list)
{
    int result;
    count_into(list, &result);
    return result;
}

int count_outside(const struct node *list)
{
    int result = 0;
    measure(list, &result);
    return result;
}

static bool find_into(struct node *list, int value, struct node **found)
{
    for (; list; list = list->next) {
        if (list->value == value) {
            *found = list;
            return true;
        }
    }
    *found = NULL;
    return false;
}

void change(struct node *list, int from, int to)
{
    struct node *node;
    if (find_into(list, from, &node) && node)
        node->value = to;
}

void change_outside(struct node *list, int from, int to)
{
    struct node *node = NULL;
    if (locate(list, from, &node) && node)
        node->value = to;
}

struct node *pop(struct node **list)
{
    struct node *node = *list;
    if (node)
        *list = node->next;
    return node;
}

int pop_twice(struct node *list)
{
    struct node *first = pop(&list);
    struct node *second = pop(&list);
    return (first ? first->value : 0) + (second ? second->value : 0);
}

void append_by_pop(struct node *from, struct node *to)
{
    struct node *node;
    while ((node = pop(&from))) {
        if (!to)
            return;
        node->next = to->next;
        to->next = node;
    }
}

void wrong_place(struct node *list)
{
    struct node *node = list;
    struct node **place = &node;
    pop(place + 1); // BUG: wrong_place: behind the variable
}

void wrong_type(struct node *list)
{
    long number = 12345;
    struct node *node = pop((struct node **)&number); // BUG: wrong_type: a number is no list
    if (node && list)
        list->next = node; // BUG: wrong_type: it may be no node
} // BUG: wrong_type: the link may be no node

void integer_put_in(struct node *list)
{
    struct node *node = (struct node *)12345; // BUG: integer_put_in: an integer is no node
    struct node *first = pop(&node); // BUG: integer_put_in: an integer is no node
    if (first && list)
        list->next = first; // BUG: integer_put_in: an integer is no node
} // BUG: integer_put_in: the link is no node
