// The timer is computed without the padding in front of its links.
// verdict: unsafe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct list_entry {
    struct list_entry *flink;
    struct list_entry *blink;
};

struct timer;
typedef int (*expired_fn)(struct timer *timer);

struct timer {
    int ticks;
    struct list_entry link;
    expired_fn expired;
};

static void remove_entry_list(struct list_entry *entry)
{
    struct list_entry *before = entry->blink;
    struct list_entry *after = entry->flink;
    before->flink = after;
    after->blink = before;
}

static int expires_once(struct timer *timer)
{
    return timer->ticks <= 0;
}

static int never_expires(struct timer *timer)
{
    timer->ticks = 1;
    return 0;
}

static void add_timer(struct list_entry *head)
{
    struct timer *timer = malloc(sizeof *timer);
    if (!timer)
        return;
    timer->ticks = __VERIFIER_nondet_int();
    timer->expired = __VERIFIER_nondet_int() ? expires_once : never_expires;
    timer->link.flink = head;
    timer->link.blink = head->blink;
    head->blink->flink = &timer->link;
    head->blink = &timer->link;
}

static void run_callbacks(struct list_entry *head)
{
    struct list_entry *entry = head->flink;
    while (entry != head) {
        struct list_entry *next = entry->flink;
        struct timer *timer = (struct timer *)((char *)entry - sizeof(int));
        if (timer->expired(timer)) { // BUG: out-of-bounds
            remove_entry_list(entry);
            free(timer);
        }
        entry = next;
    }
}

int main(void)
{
    struct list_entry timers = { &timers, &timers };
    while (__VERIFIER_nondet_int()) {
        add_timer(&timers);
        run_callbacks(&timers);
    }
    while (timers.flink != &timers) {
        struct list_entry *entry = timers.flink;
        remove_entry_list(entry);
        free(container_of(entry, struct timer, link));
    }
    return 0;
}
