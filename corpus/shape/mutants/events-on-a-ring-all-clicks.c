// Every event is taken for a click.
// verdict: unsafe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct list_head {
    struct list_head *next, *prev;
};

enum kind { KEY = 1, CLICK = 2 };

struct event {
    enum kind kind;
    struct list_head link;
};

struct key {
    struct event event;
    int code;
};

struct click {
    struct event event;
    long x, y;
};

static struct list_head queue = { &queue, &queue };

static void list_add_tail(struct list_head *entry, struct list_head *head)
{
    entry->next = head;
    entry->prev = head->prev;
    head->prev->next = entry;
    head->prev = entry;
}

static void list_del(struct list_head *entry)
{
    entry->next->prev = entry->prev;
    entry->prev->next = entry->next;
}

static void press(int code)
{
    struct key *key = malloc(sizeof *key);
    if (!key)
        return;
    key->event.kind = KEY;
    key->code = code;
    list_add_tail(&key->event.link, &queue);
}

static void click(long x, long y)
{
    struct click *click = malloc(sizeof *click);
    if (!click)
        return;
    click->event.kind = CLICK;
    click->x = x;
    click->y = y;
    list_add_tail(&click->event.link, &queue);
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            press(__VERIFIER_nondet_int());
        else
            click(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    }
    long sum = 0;
    while (queue.next != &queue) {
        struct event *event = container_of(queue.next, struct event, link);
        list_del(&event->link);
        if (event->kind == CLICK || event->kind == KEY)
            sum ^= ((struct click *)event)->y; // BUG: out-of-bounds
        else
            sum ^= ((struct key *)event)->code;
        free(event);
    }
    return sum == 1;
}
