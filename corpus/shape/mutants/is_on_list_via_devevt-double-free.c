// The event keeps its freed device, which is freed again.
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

struct device {
    int number;
    struct list_entry link;
};

struct device_event {
    struct device *device;
    int kind;
};

static struct list_entry device_list = { &device_list, &device_list };

static int is_on_list(struct list_entry *wanted)
{
    struct list_entry *entry;
    for (entry = device_list.flink; entry != &device_list; entry = entry->flink)
        if (entry == wanted)
            return 1;
    return 0;
}

static struct device *new_device(void)
{
    struct device *device = malloc(sizeof *device);
    if (!device)
        exit(1);
    device->number = __VERIFIER_nondet_int();
    device->link.flink = &device->link;
    device->link.blink = &device->link;
    return device;
}

static void insert(struct device *device)
{
    device->link.flink = device_list.flink;
    device->link.blink = &device_list;
    device_list.flink->blink = &device->link;
    device_list.flink = &device->link;
}

static void handle(struct device_event *event)
{
    struct device *device = event->device;
    if (is_on_list(&device->link)) {
        device->link.blink->flink = device->link.flink;
        device->link.flink->blink = device->link.blink;
    }
    free(device);
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct device *device = new_device();
        insert(device);
    }
    struct device_event event;
    event.kind = __VERIFIER_nondet_int();
    event.device = new_device();
    if (__VERIFIER_nondet_int())
        insert(event.device);
    while (__VERIFIER_nondet_int())
        insert(new_device());
    handle(&event);
    if (event.kind == 2)
        free(event.device); // BUG: double-free
    while (device_list.flink != &device_list) {
        struct list_entry *entry = device_list.flink;
        device_list.flink = entry->flink;
        entry->flink->blink = &device_list;
        free(container_of(entry, struct device, link));
    }
    return 0;
}
