// A list whose links are the exclusive or of two addresses, and a pointer got back from a distance: no matter where the
// blocks lie.
// verdict: safe
#include <stdint.h>
#include <stdlib.h>

struct node {
    int value;
    uintptr_t link;
};

int main(void) {
    struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second), *third = malloc(sizeof *third);
    int sum = 0;
    if (first && second && third) {
        *first = (struct node){1, (uintptr_t)second};
        *second = (struct node){2, (uintptr_t)first ^ (uintptr_t)third};
        *third = (struct node){3, (uintptr_t)second};
        struct node *before = NULL, *node = first;
        while (node) {
            struct node *next = (struct node *)((uintptr_t)before ^ node->link);
            sum += node->value;
            before = node;
            node = next;
        }
        uintptr_t distance = (uintptr_t)third - (uintptr_t)first;
        ((struct node *)((uintptr_t)first + distance))->value = sum;
    }
    free(first);
    free(second);
    free(third);
    return sum == 6 || sum == 0 ? 0 : 1;
}
