#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return head;
    node->value = value;
    node->next = head;
    return node;
}

static int length(const struct node *list)
{
    int count = 0;
    for (; list; list = list->next)
        count++;
    return count;
}

static void destroy(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 3; i++)
        list = push(list, i);
    printf("%d nodes\n", length(list));
    destroy(list);
    return 0;
}
