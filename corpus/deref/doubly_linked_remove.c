// Removes nodes of a doubly linked list at both ends and in the middle, updating all links.
// verdict: safe
// malloc: ok
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *prev, *next;
    int value;
};

static struct node *first, *last;

static struct node *append(int value) {
    struct node *node = malloc(sizeof *node);
    *node = (struct node){.prev = last, .value = value};
    if (last)
        last->next = node;
    else
        first = node;
    return last = node;
}

static void discard(struct node *node) {
    *(node->prev ? &node->prev->next : &first) = node->next;
    *(node->next ? &node->next->prev : &last) = node->prev;
    free(node);
}

int main(void) {
    append(1);
    struct node *middle = append(2);
    append(3);
    append(4);
    discard(middle);
    assert(first->next->value == 3 && first->next->prev == first);
    discard(first);
    discard(last);
    assert(first == last && first->value == 3);
    discard(first);
    assert(!first && !last);
    return 0;
}
