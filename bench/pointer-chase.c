// A list of a thousand nodes, walked twenty thousand times: nothing but loads, compares and jumps.
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    long value;
};

int main(void)
{
    struct node *head = NULL;
    for (long i = 0; i < 1000; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = head;
        node->value = i;
        head = node;
    }
    long sum = 0;
    for (int round = 0; round < 20000; round++)
        for (struct node *node = head; node; node = node->next)
            sum += node->value;
    printf("%ld\n", sum);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
