// Destroys a list by freeing each node and then reading its link: with the node the only pointer to the next
// one is lost.
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
        free(p); // BUG: leak
}

int main(void) {
    destroy(push(push(NULL, 1), 2));
    return 0;
}
