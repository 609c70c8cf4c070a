// Lists each different argument once, in an array of copies.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct strlist {
    char **items;
    size_t n, cap;
};

static void list_free(struct strlist *l) {
    for (size_t i = 0; i < l->n; i++)
        free(l->items[i]);
    free(l->items);
}

static int list_add(struct strlist *l, const char *s) {
    if (l->n == l->cap) {
        size_t cap = l->cap ? 2 * l->cap : 4;
        char **items = realloc(l->items, cap * sizeof *items);
        if (!items)
            return -1;
        l->items = items;
        l->cap = cap;
    }
    size_t len = strlen(s) + 1;
    char *copy = malloc(len);
    if (!copy)
        return -1;
    memcpy(copy, s, len);
    l->items[l->n++] = copy;
    return 0;
}

static int list_contains(const struct strlist *l, const char *s) {
    for (size_t i = 0; i < l->n; i++)
        if (strcmp(l->items[i], s) == 0)
            return 1;
    return 0;
}

int main(int argc, char **argv) {
    struct strlist l = {0};
    for (int i = 1; i < argc; i++) {
        if (!list_contains(&l, argv[i]) && list_add(&l, argv[i]) < 0) {
            list_free(&l);
            return 1;
        }
    }
    for (size_t i = 0; i < l.n; i++)
        puts(l.items[i]);
    list_free(&l);
    return 0;
}
