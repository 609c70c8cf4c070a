// Nodes keep pointers to memory of the stack, which is gone when the function returns.
// verdict: unsafe
#include <alloca.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int *value;
};

static struct node *fill(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 5; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = alloca(sizeof *node->value);
        *node->value = i;
        node->next = list;
        list = node;
    }
    return list;
}

int main(void)
{
    struct node *list = fill();
    int sum = 0;
    if (list && list->next && list->next->next)
        sum = *list->next->next->value; // BUG: use-after-scope
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return sum;
}
