// A ternary search tree: words are inserted letter by letter, looked up, and all nodes freed, by recursion.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    char letter;
    int is_end;
    struct node *low, *same, *high;
};

static struct node *insert(struct node *node, int left)
{
    char letter = (char)__VERIFIER_nondet_int();
    if (!node) {
        node = malloc(sizeof *node);
        if (!node)
            return NULL;
        node->letter = letter;
        node->is_end = 0;
        node->low = node->same = node->high = NULL;
    }
    if (letter < node->letter)
        node->low = insert(node->low, left);
    else if (letter > node->letter)
        node->high = insert(node->high, left);
    else if (left > 0)
        node->same = insert(node->same, left - 1);
    else
        node->is_end = 1;
    return node;
}

static int contains(const struct node *node)
{
    char letter = (char)__VERIFIER_nondet_int();
    if (!node)
        return 0;
    if (letter < node->letter)
        return contains(node->low);
    if (letter > node->letter)
        return contains(node->high);
    return node->is_end || contains(node->same);
}

static void destroy(struct node *node)
{
    if (!node)
        return;
    destroy(node->low);
    destroy(node->same);
    destroy(node->high);
    free(node);
}

int main(void)
{
    struct node *words = NULL;
    while (__VERIFIER_nondet_int())
        words = insert(words, __VERIFIER_nondet_int());
    int found = contains(words);
    destroy(words);
    return found;
}
