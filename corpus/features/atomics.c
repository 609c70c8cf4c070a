// Atomic operations, with the meaning they have in a single thread.
// verdict: safe
#include <assert.h>
#include <stdatomic.h>

struct node {
    struct node *next;
};

static _Atomic int counter = 1;
static _Atomic(struct node *) top;

static void push(struct node *node) {
    node->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &node->next, node))
        ;
}

int main(void) {
    assert(atomic_fetch_add(&counter, 4) == 1);
    counter -= 2;
    assert(atomic_exchange(&counter, 10) == 3);
    int expected = 9;
    assert(!atomic_compare_exchange_strong(&counter, &expected, 11) && expected == 10);
    assert((__sync_fetch_and_or(&expected, 5) | 5) == 15);
    struct node a, b;
    push(&a);
    push(&b);
    assert(atomic_load(&top) == &b && b.next == &a && !a.next);
    return 0;
}
