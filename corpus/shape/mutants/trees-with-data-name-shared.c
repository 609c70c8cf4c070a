// The copy of a tree shares the names of the nodes.
// verdict: unsafe
// paths: unbounded
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left;
    char *name;
    struct tree *right;
    int weight;
};

static struct tree *leaf(void)
{
    struct tree *tree = malloc(sizeof *tree);
    if (!tree)
        return NULL;
    tree->name = malloc(4);
    if (!tree->name) {
        free(tree);
        return NULL;
    }
    tree->name[0] = 0;
    tree->left = NULL;
    tree->right = NULL;
    tree->weight = 1;
    return tree;
}

static struct tree *grow(void)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    struct tree *tree = leaf();
    if (!tree)
        return NULL;
    tree->left = grow();
    tree->right = grow();
    return tree;
}

static struct tree *copy(const struct tree *tree)
{
    if (!tree)
        return NULL;
    struct tree *new = leaf();
    if (!new)
        return NULL;
    new->weight = tree->weight;
    free(new->name);
    new->name = tree->name;
    new->left = copy(tree->left);
    new->right = copy(tree->right);
    return new;
}

static int height(const struct tree *tree)
{
    if (!tree)
        return 0;
    int left = height(tree->left);
    int right = height(tree->right);
    assert(tree->name != NULL);
    return 1 + (left > right ? left : right);
}

static void destroy(struct tree *tree)
{
    if (!tree)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree->name); // BUG: double-free
    free(tree);
}

int main(void)
{
    struct tree *tree = grow();
    struct tree *other = copy(tree);
    destroy(tree);
    int result = height(other);
    destroy(other);
    return result > 100;
}
