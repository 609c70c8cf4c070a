// Nodes come and go in pairs, and the counter, as wide as an address, goes by two.
// verdict: safe
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
            free(left);
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
        shelf = right->next;
        free(left);
        free(right);
        count -= 2;
    }
    return 0;
}
