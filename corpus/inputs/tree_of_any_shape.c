// Builds a tree whose shape the inputs decide, and destroys it by recursion.
// verdict: safe
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct tree {
    struct tree *left, *right;
};

static struct tree *build(void) {
    if (__VERIFIER_nondet_bool())
        return NULL;
    struct tree *t = malloc(sizeof *t);
    if (!t)
        return NULL;
    t->left = build();
    t->right = build();
    return t;
}

static void destroy(struct tree *t) {
    if (t) {
        destroy(t->left);
        destroy(t->right);
        free(t);
    }
}

int main(void) {
    destroy(build());
    return 0;
}
