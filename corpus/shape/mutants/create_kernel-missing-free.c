// The nodes are freed, the structure with the head of their list is not.
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

struct irp {
    int number;
    struct list_entry queue;
    int status;
};

struct device_extension {
    int flags;
    struct list_entry pending;
};

static void create(struct device_extension *device)
{
    device->pending.flink = &device->pending;
    device->pending.blink = &device->pending;
    while (__VERIFIER_nondet_int()) {
        struct irp *irp = malloc(sizeof *irp);
        if (!irp)
            return;
        irp->number = __VERIFIER_nondet_int();
        irp->status = 0;
        irp->queue.flink = device->pending.flink;
        irp->queue.blink = &device->pending;
        device->pending.flink->blink = &irp->queue;
        device->pending.flink = &irp->queue;
    }
}

static void walk(struct device_extension *device)
{
    struct list_entry *entry;
    for (entry = device->pending.flink; entry != &device->pending; entry = entry->flink)
        container_of(entry, struct irp, queue)->status++;
    for (entry = device->pending.blink; entry != &device->pending; entry = entry->blink)
        container_of(entry, struct irp, queue)->status--;
}

static void destroy(struct device_extension *device)
{
    struct list_entry *entry = device->pending.flink;
    while (entry != &device->pending) {
        struct irp *irp = container_of(entry, struct irp, queue);
        entry = entry->flink;
        free(irp);
    }
    if (device->flags)
        free(device);
}

int main(void)
{
    struct device_extension *device = malloc(sizeof *device);
    if (!device)
        return 1;
    device->flags = 0;
    create(device);
    walk(device);
    destroy(device);
    return 0;
} // BUG: leak
