// Reverses a list of any length in place.
// verdict: safe
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct node {
    struct node *next;
};

static struct node *reverse(struct node *list) {
    struct node *reversed = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_bool()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->next = list;
        list = node;
    }
    for (list = reverse(list); list;) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
