// Nodes whose storage is neither a parameter nor a heap block.
// command: lib
// functions: 7
#include <alloca.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static int length(const struct node *list)
{
    int n = 0;
    while (list) {
        n++;
        list = list->next;
    }
    return n;
}

void push_static(struct node *list)
{
    static struct node node;

    if (!list)
        return;
    node.next = list->next;
    list->next = &node;
}

int compound_literal_used(struct node *list)
{
    return length(&(struct node){1, list});
}

void compound_literal_stored(struct node *list)
{
    if (list)
        list->next = &(struct node){1, NULL}; // BUG: compound_literal_stored: it dies with the frame at the latest
} // BUG: compound_literal_stored: a link to a dead node

void alloca_stored(struct node *list)
{
    struct node *node = alloca(sizeof *node);

    node->value = 0;
    node->next = NULL;
    if (list)
        list->next = node; // BUG: alloca_stored: it dies with the frame
} // BUG: alloca_stored: a link to a dead node

int block_scope(struct node *list)
{
    struct node *node = list;

    {
        struct node inner = {0, list};
        node = &inner; // BUG: block_scope: it dies with the block
    }
    return length(node); // BUG: block_scope: the node is dead
}

int parameter_copy(struct node node, struct node *list)
{
    if (list)
        list->next = &node; // BUG: parameter_copy: the parameter dies with the frame
    return 0; // BUG: parameter_copy: a link to a dead node
} // BUG: parameter_copy: a link to a dead node
