// A tree that recursion builds, whose nodes of one level are heavier than the others.
// verdict: unsafe
// property: valid-deref,unreach-call
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct node {
    int weight;
    struct node *left, *right;
};

static struct node *grow(int level)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    struct node *node = malloc(sizeof *node);
    node->weight = level == 2 ? 32 : level & 31;
    node->left = grow(level + 1);
    node->right = grow(level + 2);
    return node;
}

static int heaviest(const struct node *node)
{
    if (!node)
        return 0;
    int left = heaviest(node->left), right = heaviest(node->right);
    int most = left > right ? left : right;
    return node->weight > most ? node->weight : most;
}

int main(void)
{
    struct node *tree = grow(0);
    if (heaviest(tree) > 31)
        __VERIFIER_error(); // BUG: reach-error
    return 0;
}
