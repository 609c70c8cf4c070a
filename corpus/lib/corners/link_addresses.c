// Lists that are changed through the address of a link.
// command: lib
// functions: 6
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct node *remove_all(struct node *list, int value)
{
    struct node **link = &list;

    while (*link) {
        struct node *node = *link;
        if (node->value == value) {
            *link = node->next;
            free(node);
        } else {
            link = &node->next;
        }
    }
    return list;
}

struct node *append(struct node *list, int value)
{
    struct node **link = &list;
    struct node *node = malloc(sizeof *node);

    if (!node)
        return list;
    node->value = value;
    node->next = NULL;
    while (*link)
        link = &(*link)->next;
    *link = node;
    return list;
}

struct node *insert_sorted(struct node *list, int value)
{
    struct node **link = &list;
    struct node *node = malloc(sizeof *node);

    if (!node)
        return list;
    while (*link && (*link)->value < value)
        link = &(*link)->next;
    node->value = value;
    node->next = *link;
    *link = node;
    return list;
}

struct node *append_through_wrong_address(struct node *list, int value)
{
    struct node **link = &list;
    struct node *node = malloc(sizeof *node);

    if (!node)
        return list;
    node->value = value;
    node->next = NULL;
    while (*link)
        link = &(*link)->next;
    link[1] = node; // BUG: append_through_wrong_address: behind the link
    return list;
}

struct node *append_unfinished(struct node *list, int value)
{
    struct node **link = &list;
    struct node *node = malloc(sizeof *node);

    if (!node)
        return list;
    node->value = value;
    while (*link)
        link = &(*link)->next;
    *link = node; // BUG: append_unfinished: the link of the new node is not set
    return list; // BUG: append_unfinished: a link is not set
} // BUG: append_unfinished: what is returned is wrong

struct node *append_address(struct node *list)
{
    struct node **link = &list;

    while (*link)
        link = &(*link)->next;
    *link = (struct node *)link; // BUG: append_address: the address of a link is no node
    return list; // BUG: append_address: the last link points into a node
}
