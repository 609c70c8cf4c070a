// Sorts a list by merging, through pointers to links.
// verdict: safe
// malloc: ok
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *merge(struct node *a, struct node *b) {
    struct node *merged, **link = &merged;
    while (a && b) {
        struct node **smaller = a->value <= b->value ? &a : &b;
        *link = *smaller;
        link = &(*link)->next;
        *smaller = *link;
    }
    *link = a ? a : b;
    return merged;
}

static struct node *sort(struct node *list) {
    if (!list || !list->next)
        return list;
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *half = slow->next;
    slow->next = NULL;
    return merge(sort(list), sort(half));
}

int main(void) {
    static const int values[] = {5, 1, 4, 1, 3, 9, 2};
    struct node *list = NULL;
    for (int i = 0; i < 7; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = values[i];
        node->next = list;
        list = node;
    }
    list = sort(list);
    int previous = 0;
    while (list) {
        struct node *next = list->next;
        assert(previous <= list->value);
        previous = list->value;
        free(list);
        list = next;
    }
    return previous - 9;
}
