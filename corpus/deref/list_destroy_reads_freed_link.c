// Destroys a list by freeing each node and then reading its link.
// verdict: unsafe
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->value = value;
    node->next = head;
    return node;
}

static void destroy(struct node *head) {
    for (struct node *p = head; p; p = p->next) // BUG: use-after-free
        free(p);
}

int main(void) {
    destroy(push(push(NULL, 1), 2));
    return 0;
}
