// Safe functions whose safety rests on more than the types: how two variables relate, or what a number counts.
// command: lib
// functions: 7
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct stack {
    int count;
    struct node *items[8];
};

// The slow pointer only visits nodes that the fast one has seen.
struct node *middle(struct node *list)
{
    struct node *slow = list;
    struct node *fast = list;

    while (fast && fast->next) {
        fast = fast->next->next;
        slow = slow->next;
    }
    return slow;
}

// `last` is null only as long as nothing was appended.
struct node *evens(struct node *list)
{
    struct node *first = NULL;
    struct node *last = NULL;

    for (; list; list = list->next) {
        struct node *copy;
        if (list->value % 2)
            continue;
        copy = malloc(sizeof *copy);
        if (!copy)
            break;
        copy->value = list->value;
        copy->next = NULL;
        if (first)
            last->next = copy;
        else
            first = copy;
        last = copy;
    }
    return first;
}

// The length says that there is a next node.
int sum_of_first(struct node *list, int n)
{
    struct node *node;
    int length = 0;
    int sum = 0;

    for (node = list; node; node = node->next)
        length++;
    if (n > length)
        n = length;
    node = list;
    for (int i = 0; i < n; i++) {
        sum += node->value;
        node = node->next;
    }
    return sum;
}

// One block holds two nodes.
struct node *pair(int first, int second)
{
    struct node *nodes = malloc(2 * sizeof *nodes);
    if (!nodes)
        return NULL;
    nodes[0].value = first;
    nodes[0].next = &nodes[1];
    nodes[1].value = second;
    nodes[1].next = NULL;
    return nodes;
}

// A block holds as many nodes as the caller wants.
struct node *row(unsigned n)
{
    struct node *nodes = calloc(n, sizeof *nodes);
    if (!nodes || n == 0) {
        free(nodes);
        return NULL;
    }
    for (unsigned i = 0; i + 1 < n; i++)
        nodes[i].next = &nodes[i + 1];
    return nodes;
}

// Called with a node whose fields are not set.
static void init(struct node *node, int value, struct node *next)
{
    if (!node)
        return;
    node->value = value;
    node->next = next;
}

struct node *new_by_init(int value, struct node *next)
{
    struct node *node = malloc(sizeof *node);
    init(node, value, next);
    return node;
}
