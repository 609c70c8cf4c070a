// Two functions call each other until a list ends.
// verdict: safe
#include <assert.h>
#include <stddef.h>

struct node {
    struct node *next;
};

static _Bool odd_length(const struct node *list);

static _Bool even_length(const struct node *list) {
    return !list || odd_length(list->next);
}

static _Bool odd_length(const struct node *list) {
    return list && even_length(list->next);
}

int main(void) {
    struct node c = {NULL}, b = {&c}, a = {&b};
    assert(odd_length(&a) && !even_length(&a) && even_length(&b) && even_length(NULL));
    return 0;
}
