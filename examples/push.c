#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    for (int i = 0; i < 2; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = i;
        head = node;
    }
    free(head);
    return 0;
}
