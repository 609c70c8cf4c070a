// Local arrays that hold the path through a tree: nothing but its height keeps the index in bounds.
// command: lib
// functions: 6
// requires: touch_path: the index of path[40] is in its bounds at line 26; the index of path[40] is in its bounds at line 30; what is read from path[] at line 30 was written before
#include <stdlib.h>

struct node {
    int key;
    int touched;
    struct node *left;
    struct node *right;
};

void touch_path(struct node *root, int key)
{
    struct node *path[40];
    struct node *node = root;
    int n = 0;

    path[n++] = NULL;
    while (node) {
        struct node *next = key < node->key ? node->left : node->right;
        if (node->key == key)
            next = NULL;
        // The height of the tree bounds this.
        path[n++] = node;
        node = next;
    }
    for (;;) {
        struct node *last = path[--n];
        if (!last)
            return;
        last->touched++;
    }
}

void touch_short_path(struct node *root)
{
    struct node *path[4] = {NULL, NULL, NULL, NULL};
    struct node *node = root;

    for (int i = 0; i < 4 && node; i++) {
        path[i] = node;
        node = node->left;
    }
    for (int i = 0; i < 4; i++)
        if (path[i])
            path[i]->touched++;
}

struct node *numbers_in_path(struct node *root)
{
    struct node *path[40];
    struct node *node = root;
    int n = 0;

    path[n++] = NULL;
    while (node) {
        path[n++] = (struct node *)(long)node->key; // BUG: numbers_in_path: a number is no node
        node = node->left;
    }
    return path[--n]; // BUG: numbers_in_path: a number is no node
} // BUG: numbers_in_path: a number is no node

struct node *inside_in_path(struct node *root)
{
    struct node *path[40];
    struct node *node = root;
    int n = 0;

    path[0] = NULL;
    while (node) {
        path[++n] = (struct node *)&node->left; // BUG: inside_in_path: inside of a node
        node = node->left;
    }
    return path[1]; // BUG: inside_in_path: inside of a node
} // BUG: inside_in_path: inside of a node

struct node *path_of_new_nodes(int more)
{
    struct node *path[40];
    int n = 0;

    path[0] = NULL;
    while (more-- > 0) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            return NULL;
        path[++n] = node; // BUG: path_of_new_nodes: its links are not set
    }
    return path[n]; // BUG: path_of_new_nodes: its links are not set
} // BUG: path_of_new_nodes: its links are not set

int too_long(const char *text)
{
    char held[8];
    int n = 0;

    if (!text)
        return 0;
    while (text[n]) {
        held[n] = text[n]; // BUG: too_long: the text can be long
        n++;
    }
    return held[0]; // BUG: too_long: what was written is gone
}
