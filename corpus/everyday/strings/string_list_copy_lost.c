// When the array cannot grow the copy is lost.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct list {
    char **items;
    size_t n;
};

static int list_add(struct list *list, const char *text) {
    char *copy = strdup(text);
    if (!copy)
        return -1;
    char **items = realloc(list->items, (list->n + 1) * sizeof *items);
    if (!items)
        return -1;
    list->items = items;
    list->items[list->n++] = copy;
    return 0;
    } // BUG: leak

static void list_free(struct list *list) {
    while (list->n > 0)
        free(list->items[--list->n]);
    free(list->items);
}

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void) {
    struct list list = {NULL, 0};
    char line[100];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (list_add(&list, line) < 0)
            break;
    }
    if (list.n > 0)
        qsort(list.items, list.n, sizeof *list.items, compare);
    for (size_t i = 0; i < list.n; i++)
        puts(list.items[i]);
    list_free(&list);
    return 0;
}
