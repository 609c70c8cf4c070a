// A list of trees: pointers to one type where those to the other belong.
// command: lib
// functions: 9
#include <stdlib.h>

struct tree {
    int value;
    struct tree *left;
    struct tree *right;
};

struct list {
    struct tree *tree;
    struct list *next;
};

struct list *push(struct list *list, struct tree *tree)
{
    struct list *node = malloc(sizeof *node);
    if (!node)
        return list;
    node->tree = tree;
    node->next = list;
    return node;
}

struct list *flatten(struct list *list, struct tree *tree)
{
    if (!tree)
        return list;
    list = flatten(list, tree->right);
    list = push(list, tree);
    return flatten(list, tree->left);
}

struct tree *join(struct list *list)
{
    struct tree *result = NULL;

    for (; list; list = list->next) {
        struct tree *root = malloc(sizeof *root);
        if (!root)
            return result;
        root->value = list->tree ? list->tree->value : 0;
        root->left = list->tree;
        root->right = result;
        result = root;
    }
    return result;
}

struct tree *first(const struct list *list)
{
    return list ? list->tree : NULL;
}

void swapped(struct list *list, struct tree *tree)
{
    if (!list)
        return;
    list->tree = (struct tree *)list; // BUG: swapped: a list is no tree
    list->next = (struct list *)tree; // BUG: swapped: a tree is no list
} // BUG: swapped: links of wrong types

struct tree *list_as_tree(struct list *list)
{
    return (struct tree *)list; // BUG: list_as_tree: a list is no tree
}

void via_void(struct list *list)
{
    void *anything = list;

    if (list)
        list->tree = anything; // BUG: via_void: a list is no tree
} // BUG: via_void: the link is a list

struct list *wrong_argument(struct list *list, struct tree *tree)
{
    return push((struct list *)tree, (struct tree *)list); // BUG: wrong_argument: both are of the wrong type
}

struct tree *tree_in_block_of_list(void)
{
    struct tree *tree = malloc(sizeof(struct list)); // BUG: tree_in_block_of_list: too small
    if (!tree)
        return NULL;
    tree->value = 0;
    tree->left = NULL;
    tree->right = NULL; // BUG: tree_in_block_of_list: outside the block
    return tree; // BUG: tree_in_block_of_list: an incomplete node
} // BUG: tree_in_block_of_list: what is returned is wrong
