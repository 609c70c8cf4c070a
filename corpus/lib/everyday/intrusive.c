// An intrusive list: links are members of what is listed, and a list is a link itself.
// command: lib
// functions: 10
// requires: link_init: l != NULL
// requires: link_is_empty: l != NULL
// requires: link_insert: at != NULL; l != NULL
// requires: link_remove: l != NULL
// requires: task_name: t != NULL
// requires: task_start: t != NULL; queue != NULL
// requires: queue_count: queue != NULL
#include <stdlib.h>
#include <string.h>

struct link {
    struct link *next, *prev;
};

struct task {
    struct link link;
    int priority;
    char name[16];
};

void link_init(struct link *l)
{
    l->next = NULL;
    l->prev = NULL;
}

int link_is_empty(const struct link *l)
{
    return l->next == NULL;
}

void link_insert(struct link *at, struct link *l)
{
    l->next = at->next;
    l->prev = at;
    if (at->next)
        at->next->prev = l;
    at->next = l;
}

void link_remove(struct link *l)
{
    if (l->prev)
        l->prev->next = l->next;
    if (l->next)
        l->next->prev = l->prev;
    l->next = NULL;
    l->prev = NULL;
}

struct task *task_new(int priority)
{
    struct task *t = calloc(1, sizeof *t);
    if (t)
        t->priority = priority;
    return t;
}

void task_name(struct task *t, const char *name)
{
    if (!name)
        return;
    strncpy(t->name, name, sizeof t->name - 1);
    t->name[sizeof t->name - 1] = 0;
}

void task_start(struct link *queue, struct task *t)
{
    link_insert(queue, &t->link);
}

void task_stop(struct task *t)
{
    if (t) {
        link_remove(&t->link);
        free(t);
    }
}

size_t queue_count(const struct link *queue)
{
    size_t count = 0;
    for (const struct link *l = queue->next; l; l = l->next)
        count++;
    return count;
}

struct link *queue_last(struct link *queue)
{
    if (!queue)
        return NULL;
    struct link *l = queue;
    while (l->next)
        l = l->next;
    return l;
}
