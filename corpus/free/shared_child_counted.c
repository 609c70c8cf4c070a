// Two parents share a child, which counts its owners.
// verdict: safe
// malloc: ok
#include <stdlib.h>

struct tree {
    int owners;
    struct tree *left, *right;
};

static struct tree *share(struct tree *t) {
    if (t)
        t->owners++;
    return t;
}

static struct tree *tree(struct tree *left, struct tree *right) {
    struct tree *t = malloc(sizeof *t);
    t->owners = 0;
    t->left = share(left);
    t->right = share(right);
    return t;
}

static void drop(struct tree *t) {
    if (!t || --t->owners > 0)
        return;
    drop(t->left);
    drop(t->right);
    free(t);
}

int main(void) {
    struct tree *leaf = tree(NULL, NULL);
    struct tree *a = tree(leaf, leaf), *b = tree(a, leaf);
    drop(share(b));
    return 0;
}
