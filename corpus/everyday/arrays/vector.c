// A vector of integers that grows, filled with the numbers of the input.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

struct vector {
    int *items;
    size_t count, room;
};

static int push(struct vector *v, int item) {
    if (v->count == v->room) {
        size_t room = v->room ? v->room * 2 : 8;
        int *items = realloc(v->items, room * sizeof *items);
        if (!items)
            return -1;
        v->items = items;
        v->room = room;
    }
    v->items[v->count++] = item;
    return 0;
}

static int pop(struct vector *v) {
    return v->items[--v->count];
}

int main(void) {
    struct vector v = {NULL, 0, 0};
    int number;
    while (scanf("%d", &number) == 1) {
        if (push(&v, number) != 0) {
            fprintf(stderr, "out of memory\n");
            free(v.items);
            return 1;
        }
    }
    while (v.count > 0)
        printf("%d\n", pop(&v));
    free(v.items);
    return 0;
}
