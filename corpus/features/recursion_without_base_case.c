// Two functions call each other and one forgets that the list may end.
// verdict: unsafe
#include <stddef.h>

struct node {
    struct node *next;
};

static _Bool odd_length(const struct node *list);

static _Bool even_length(const struct node *list) {
    return !list || odd_length(list->next);
}

static _Bool odd_length(const struct node *list) {
    return even_length(list->next); // BUG: null-deref
}

int main(void) {
    struct node c = {NULL}, b = {&c}, a = {&b};
    return odd_length(&a) + even_length(&a);
}
