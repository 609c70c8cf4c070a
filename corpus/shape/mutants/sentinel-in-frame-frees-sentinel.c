// The walk that removes nodes can reach the head itself.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
    int value;
};

static void remove_negative(struct node *sentinel)
{
    struct node *node = sentinel;
    do {
        node = node->next;
        if (node->prev->value < 0 || node->value < 0) {
            struct node *dead = node->prev;
            dead->prev->next = node;
            node->prev = dead->prev;
            free(dead); // BUG: invalid-free
        }
    } while (node != sentinel);
}

int main(void)
{
    struct node sentinel;
    sentinel.next = sentinel.prev = &sentinel;
    sentinel.value = -1;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = __VERIFIER_nondet_int();
        node->prev = &sentinel;
        node->next = sentinel.next;
        sentinel.next->prev = node;
        sentinel.next = node;
    }
    remove_negative(&sentinel);
    while (sentinel.next != &sentinel) {
        struct node *node = sentinel.next;
        sentinel.next = node->next;
        node->next->prev = &sentinel;
        free(node);
    }
    return 0;
}
