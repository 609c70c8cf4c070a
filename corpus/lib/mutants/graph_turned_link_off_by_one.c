// Schorr-Waite turns a link to the node behind.
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

void schorr_waite(struct node *root)
{
    struct node *t = root;
    struct node *p = NULL;

    while (p || (t && !t->mark)) { // BUG: schorr_waite: the turned link is no node
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
            p->left = q ? q + 1 : NULL; // BUG: schorr_waite: the end of a node
            p->mark = true;
            p->right_is_turned = false;
        }
    }
}
