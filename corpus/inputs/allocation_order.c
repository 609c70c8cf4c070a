// Two inputs decide in which order two lists share their nodes; each node is freed once.
// verdict: safe
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct node {
    struct node *next;
};

int main(void) {
    struct node *lists[2] = {NULL, NULL};
    for (int i = 0; i < 4; i++) {
        struct node *node = malloc(sizeof *node), **list = &lists[__VERIFIER_nondet_bool()];
        if (!node)
            break;
        node->next = *list;
        *list = node;
    }
    for (int i = 0; i < 2; i++)
        while (lists[i]) {
            struct node *next = lists[i]->next;
            free(lists[i]);
            lists[i] = next;
        }
    return 0;
}
