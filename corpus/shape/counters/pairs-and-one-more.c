// Nodes go in pairs, but the last one that came may have come alone.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

struct shoe {
    struct shoe *next;
};

int main(void)
{
    struct shoe *shelf = NULL, *left, *right;
    unsigned long count = 0;
    while (getchar() != EOF) {
        left = malloc(sizeof *left);
        if (!left)
            break;
        right = malloc(sizeof *right);
        if (!right) {
            left->next = shelf;
            shelf = left;
            count += 2;
            break;
        }
        left->next = right;
        right->next = shelf;
        shelf = left;
        count += 2;
    }
    while (count > 0) {
        left = shelf;
        right = left->next;
        shelf = right->next; // BUG: null-deref
        free(left);
        free(right);
        count -= 2;
    }
    return 0;
}
