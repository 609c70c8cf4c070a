// Allocates stack memory in a loop; all of it lives until the function returns.
// verdict: safe
#include <alloca.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 4; i++) {
        struct node *node = alloca(sizeof *node);
        node->value = i;
        node->next = head;
        head = node;
    }
    int sum = 0;
    for (struct node *p = head; p; p = p->next)
        sum += p->value;
    return sum - 6;
}
