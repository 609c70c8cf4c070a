// Nodes under construction across loops.
// command: lib
// functions: 13
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
    struct node *other;
};

struct node *value_by_loop(int n)
{
    struct node *node = malloc(sizeof *node);
    int value = 0;

    if (!node)
        return NULL;
    for (int i = 0; i < n; i++)
        value += i;
    node->value = value;
    node->next = NULL;
    node->other = NULL;
    return node;
}

struct node *two_at_once(int n)
{
    struct node *a = malloc(sizeof *a);
    struct node *b = malloc(sizeof *b);

    if (!a || !b) {
        free(a);
        free(b);
        return NULL;
    }
    a->next = b;
    b->next = NULL;
    a->other = NULL;
    while (n > 0)
        n /= 2;
    b->other = a;
    a->value = b->value = n;
    return a;
}

struct node *forwards(int n)
{
    struct node *head = malloc(sizeof *head);
    struct node *tail = head;

    if (!head)
        return NULL;
    head->value = 0;
    head->other = NULL;
    while (n-- > 0) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = n;
        node->other = head;
        tail->next = node;
        tail = node;
    }
    tail->next = NULL;
    return head;
}

struct node *nested(int n, int m)
{
    struct node *rows = NULL;

    for (int i = 0; i < n; i++) {
        struct node *row = malloc(sizeof *row);
        if (!row)
            return rows;
        row->value = i;
        row->other = NULL;
        for (int j = 0; j < m; j++) {
            struct node *cell = malloc(sizeof *cell);
            if (!cell)
                break;
            cell->value = j;
            cell->next = row->other;
            cell->other = NULL;
            row->other = cell;
        }
        row->next = rows;
        rows = row;
    }
    return rows;
}

void do_while(struct node *ring)
{
    struct node *node = ring;

    if (!ring)
        return;
    do {
        node->value++;
        node = node->next;
    } while (node && node != ring);
}

struct node *with_goto(int n)
{
    struct node *list = NULL;
    struct node *node;
again:
    if (n-- <= 0)
        return list;
    node = malloc(sizeof *node);
    if (!node)
        goto again;
    node->value = n;
    node->next = list;
    node->other = list;
    list = node;
    goto again;
}

struct node *last_left_open(int n)
{
    struct node *head = malloc(sizeof *head);
    struct node *tail = head;

    if (!head)
        return NULL;
    head->value = 0;
    head->other = NULL;
    while (n-- > 0) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            return head; // BUG: last_left_open: the link of the last node is not set
        node->value = n;
        node->other = head;
        tail->next = node;
        tail = node;
    }
    tail->next = NULL;
    return head;
} // BUG: last_left_open: what is returned is wrong

struct node *set_in_loop_that_may_not_run(int n)
{
    struct node *node = malloc(sizeof *node);

    if (!node)
        return NULL;
    node->value = n;
    node->other = NULL;
    for (int i = 0; i < n; i++)
        node->next = NULL;
    return node; // BUG: set_in_loop_that_may_not_run: the link is not set if n is not positive
} // BUG: set_in_loop_that_may_not_run: what is returned is wrong

struct node *changes_sides(int n)
{
    struct node *set = NULL;
    struct node *unset = malloc(sizeof *unset);

    if (!unset)
        return NULL;
    unset->value = 0;
    unset->other = NULL;
    while (n-- > 0) {
        struct node *held = set;
        set = unset;
        unset = held;
        if (!unset)
            break;
    }
    return set; // BUG: changes_sides: the node whose link is not set
} // BUG: changes_sides: what is returned is wrong

struct node *forwards_from_nothing(int n)
{
    struct node *head = NULL;
    struct node *tail = NULL;

    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = i;
        node->other = tail;
        if (tail)
            tail->next = node;
        else
            head = node;
        tail = node;
    }
    if (tail)
        tail->next = NULL;
    return head;
}

struct node *forwards_left_open(int n)
{
    struct node *head = NULL;
    struct node *tail = NULL;

    for (int i = 0; i < n; i++) { // BUG: forwards_left_open: the last link is not set
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = i;
        node->other = tail;
        if (tail)
            tail->next = node; // BUG: forwards_left_open: the last link is not set
        else
            head = node; // BUG: forwards_left_open: the last link is not set
        tail = node;
    }
    return head; // BUG: forwards_left_open: the last link is not set
} // BUG: forwards_left_open: what is returned is wrong

struct node *exchanged(int n)
{
    struct node *a = malloc(sizeof *a);
    struct node *b = malloc(sizeof *b);

    if (!a || !b)
        return NULL;
    a->value = b->value = 0;
    a->other = b->other = NULL;
    while (n-- > 0) {
        struct node *held = a;
        a = b;
        b = held;
    }
    a->next = NULL;
    return a;
}

struct node *exchanged_and_wrong(int n)
{
    struct node *a = malloc(sizeof *a);
    struct node *b = malloc(sizeof *b);

    if (!a || !b)
        return NULL;
    a->value = b->value = 0;
    a->other = b->other = NULL;
    while (n-- > 0) {
        struct node *held = a;
        a = b;
        b = held;
    }
    a->next = NULL;
    return b; // BUG: exchanged_and_wrong: the link of the other node was set
} // BUG: exchanged_and_wrong: what is returned is wrong
