// A link is set to a special value that is no node.
// command: lib
// functions: 1
#include <stdbool.h>
#include <stdlib.h>

struct node {
    bool mark;
    bool right_is_turned;
    struct node *left;
    struct node *right;
};

void visit(struct node *node)
{
    struct node *const visited = (struct node *)1;

    if (node)
        node->right = visited; // BUG: visit: 1 is no node
} // BUG: visit: the link is no node
