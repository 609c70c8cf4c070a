// Lists that come with their number of nodes: whoever walks by index relies on it.
// command: lib
// functions: 9
// requires: list_get: list != NULL; out != NULL; length(list->head, next) >= list->size
// requires: list_from_end: list != NULL; length(list->tail, prev) >= list->size
// requires: list_remove_at: list != NULL; length(list->head, next) >= list->size
// requires: list_clear: list != NULL; length(list->head, next) >= list->size
// requires: list_to_array: list != NULL; out != NULL; length(list->head, next) >= list->size
// requires: list_set: list != NULL; length(list->head, next) >= list->size
// requires: list_push: list != NULL
// requires: list_sum: list != NULL
// requires: find: list != NULL; length(list->head, next) >= list->size; node != NULL
#include <stdlib.h>

struct node {
    int value;
    struct node *next, *prev;
};

struct list {
    struct node *head, *tail;
    size_t size;
};

int list_push(struct list *list, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return 0;
    node->value = value;
    node->prev = NULL;
    node->next = list->head;
    if (list->head)
        list->head->prev = node;
    else
        list->tail = node;
    list->head = node;
    list->size++;
    return 1;
}

int list_sum(const struct list *list)
{
    int sum = 0;
    for (struct node *node = list->head; node; node = node->next)
        sum += node->value;
    return sum;
}

int list_get(struct list *list, size_t index, int *out)
{
    if (index >= list->size)
        return 0;
    struct node *node = list->head;
    for (size_t i = 0; i < index; i++)
        node = node->next;
    *out = node->value;
    return 1;
}

int list_from_end(struct list *list, size_t index)
{
    if (index >= list->size)
        return 0;
    struct node *node = list->tail;
    for (size_t i = list->size - 1; i > index; i--)
        node = node->prev;
    return node->value;
}

static int find(struct list *list, size_t index, struct node **node)
{
    if (index >= list->size)
        return 0;
    struct node *here = list->head;
    while (index-- > 0)
        here = here->next;
    *node = here;
    return 1;
}

int list_set(struct list *list, size_t index, int value)
{
    struct node *node;
    if (!find(list, index, &node))
        return 0;
    node->value = value;
    return 1;
}

void list_remove_at(struct list *list, size_t index)
{
    if (index >= list->size)
        return;
    struct node *node = list->head;
    for (size_t i = 0; i < index; i++)
        node = node->next;
    if (node->prev)
        node->prev->next = node->next;
    else
        list->head = node->next;
    if (node->next)
        node->next->prev = node->prev;
    else
        list->tail = node->prev;
    free(node);
    list->size--;
}

void list_clear(struct list *list)
{
    size_t left = list->size;
    struct node *node = list->head;
    while (left--) {
        struct node *next = node->next;
        free(node);
        node = next;
    }
    list->head = list->tail = NULL;
    list->size = 0;
}

int list_to_array(struct list *list, int **out)
{
    int *array = malloc(list->size * sizeof *array);
    if (!array)
        return 0;
    struct node *node = list->head;
    for (size_t i = 0; i < list->size; i++) {
        array[i] = node->value;
        node = node->next;
    }
    *out = array;
    return 1;
}
