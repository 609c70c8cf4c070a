// A list that knows nothing of its nodes: links are found by an offset, nodes are freed by a callback.
// verdict: safe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list {
    void *first;
    size_t offset;
    void (*destroy)(void *node);
};

struct point {
    int x, y;
    void *next;
};

struct name {
    void *next;
    char *text;
};

static void **link_of(struct list *list, void *node)
{
    return (void **)((char *)node + list->offset);
}

static void push(struct list *list, void *node)
{
    *link_of(list, node) = list->first;
    list->first = node;
}

static void clear(struct list *list)
{
    while (list->first) {
        void *node = list->first;
        list->first = *link_of(list, node);
        list->destroy(node);
    }
}

static void destroy_name(void *node)
{
    struct name *name = node;
    free(name->text);
    free(name);
}

int main(void)
{
    struct list points = { NULL, offsetof(struct point, next), free };
    struct list names = { NULL, offsetof(struct name, next), destroy_name };
    while (__VERIFIER_nondet_int()) {
        struct point *point = malloc(sizeof *point);
        if (!point)
            break;
        point->x = point->y = 0;
        push(&points, point);
    }
    while (__VERIFIER_nondet_int()) {
        struct name *name = malloc(sizeof *name);
        if (!name)
            break;
        name->text = malloc(16);
        push(&names, name);
    }
    clear(&points);
    clear(&names);
    return 0;
}
