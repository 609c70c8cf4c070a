// Schorr-Waite marking of a binary graph without a stack: one node type with four fields. While the algorithm walks,
// links point back to where it came from; it works on graphs with sharing and cycles.
// command: lib
// functions: 3
#include <stdbool.h>
#include <stdlib.h>

struct node {
    bool mark;
    bool right_is_turned;
    struct node *left;
    struct node *right;
};

void schorr_waite(struct node *root)
{
    struct node *t = root;
    struct node *p = NULL;

    while (p || (t && !t->mark)) {
        if (!t || t->mark) {
            if (p->right_is_turned) {
                struct node *q = t;
                t = p;
                p = p->right;
                t->right = q;
            } else {
                struct node *q = t;
                t = p->right;
                p->right = p->left;
                p->left = q;
                p->right_is_turned = true;
            }
        } else {
            struct node *q = p;
            p = t;
            t = t->left;
            p->left = q;
            p->mark = true;
            p->right_is_turned = false;
        }
    }
}

struct node *node_new(struct node *left, struct node *right)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->mark = false;
    node->right_is_turned = false;
    node->left = left;
    node->right = right;
    return node;
}

void unmark(struct node *node)
{
    if (!node || !node->mark)
        return;
    node->mark = false;
    unmark(node->left);
    unmark(node->right);
}
