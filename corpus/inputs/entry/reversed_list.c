// A function that is started by itself with a list of any length, and gives it back reversed.
// verdict: safe
// args: --entry=reverse
// paths: unbounded
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

struct node *reverse(struct node *list)
{
    struct node *reversed = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}
