// Acquiring does not count.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct text {
    size_t users;
    char first;
};

struct node {
    struct text *text;
    struct node *next;
};

static struct text *acquire(struct text *text)
{
    return text;
}

static void release(struct text *text)
{
    if (--text->users == 0) // BUG: use-after-free
        free(text);
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        if (list && __VERIFIER_nondet_int()) {
            node->text = acquire(list->text);
        } else {
            node->text = malloc(sizeof *node->text);
            if (!node->text) {
                free(node);
                break;
            }
            node->text->users = 1;
            node->text->first = 'a';
        }
        node->next = list;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        release(list->text);
        free(list);
        list = next;
    }
    return 0;
}
