// The waiting tasks are forgotten by initialising their list again.
// verdict: unsafe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct list_head {
    struct list_head *next, *prev;
};

static void list_init(struct list_head *head)
{
    head->next = head->prev = head; // BUG: leak
}

static void list_add(struct list_head *entry, struct list_head *head)
{
    entry->next = head->next;
    entry->prev = head;
    head->next->prev = entry;
    head->next = entry;
}

static void list_del(struct list_head *entry)
{
    entry->next->prev = entry->prev;
    entry->prev->next = entry->next;
}

struct task {
    int id;
    struct list_head link;
};

static struct {
    int tasks;
    struct list_head ready;
    struct list_head waiting;
} scheduler;

static void spawn(void)
{
    struct task *task = malloc(sizeof *task);
    if (!task)
        return;
    task->id = scheduler.tasks++;
    list_add(&task->link, &scheduler.ready);
}

static void move_first(struct list_head *from, struct list_head *to)
{
    struct list_head *entry = from->next;
    if (entry != from) {
        list_del(entry);
        list_add(entry, to);
    }
}

static void finish_all(struct list_head *head)
{
    struct list_head *entry = head->next;
    while (entry != head) {
        struct task *task = container_of(entry, struct task, link);
        entry = entry->next;
        free(task);
    }
    list_init(head);
}

int main(void)
{
    list_init(&scheduler.ready);
    list_init(&scheduler.waiting);
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            spawn();
            break;
        case 1:
            move_first(&scheduler.ready, &scheduler.waiting);
            break;
        default:
            move_first(&scheduler.waiting, &scheduler.ready);
            break;
        }
    }
    finish_all(&scheduler.ready);
    list_init(&scheduler.waiting);
    return 0;
}
