// Links that a callee fills with a node where it succeeds, and with anything where it does not. The callees have loops,
// so that they stay calls.
// command: lib
// functions: 10
// requires: make: out != NULL
// requires: make_or_null: out != NULL
// requires: make_late: out != NULL
// requires: build: out != NULL
// requires: copy: from != NULL; out != NULL
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct list {
    struct node *head;
    unsigned long size;
};

static int warm_up(int rounds)
{
    int sum = 0;
    for (int i = 0; i < rounds; i++)
        sum += i;
    return sum;
}

// On success there is a node.
int make(int rounds, struct list **out)
{
    int sum = 0;
    for (int i = 0; i < rounds; i++)
        sum ^= i;
    struct list *made = calloc(1, sizeof *made);
    if (!made)
        return 1;
    made->size = (unsigned long)(sum & 1);
    *out = made;
    return 0;
}

// On success there may be none.
int make_or_null(int rounds, struct list **out)
{
    int sum = 0;
    for (int i = 0; i < rounds; i++)
        sum ^= i;
    if (sum == 77)
        return 1;
    *out = calloc(1, sizeof **out);
    return 0;
}

// Fills with null on a path that does not succeed.
int make_late(int rounds, struct list **out)
{
    int sum = 0;
    for (int i = 0; i < rounds; i++)
        sum ^= i;
    *out = calloc(1, sizeof **out);
    if (!*out)
        return 1;
    return sum & 0;
}

int build(int rounds, struct list **out)
{
    struct list *list;
    int status = make(rounds, &list);
    if (status != 0)
        return status;
    for (int i = 0; i < rounds; i++)
        list->size++;
    *out = list;
    return warm_up(rounds) & 0;
}

int copy(struct list *from, struct list **out)
{
    struct list *copy;
    int status = make(3, &copy);
    if (status != 0)
        return status;
    for (struct node *node = from->head; node; node = node->next)
        copy->size++;
    *out = copy;
    return 0;
}

unsigned long unchecked(int rounds)
{
    struct list *list = NULL;
    make(rounds, &list);
    unsigned long size = list->size; // BUG: unchecked: what is filled may be null
    free(list);
    return size;
}

unsigned long perhaps_null(int rounds)
{
    struct list *list;
    if (make_or_null(rounds, &list) != 0)
        return 0;
    unsigned long size = list->size; // BUG: perhaps_null: what is filled may be null
    free(list);
    return size;
}

unsigned long wrong_way_round(int rounds)
{
    struct list *list = NULL;
    if (make_late(rounds, &list) == 0)
        return 0;
    return list->size; // BUG: wrong_way_round: what is filled may be null
}

unsigned long right_way_round(int rounds)
{
    struct list *list;
    if (make(rounds, &list) != 0)
        return 0;
    unsigned long size = list->size;
    free(list);
    return size;
}
