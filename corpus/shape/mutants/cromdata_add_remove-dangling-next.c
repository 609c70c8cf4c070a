// The events of a device that goes are freed before they are taken off its list.
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

struct event {
    int kind;
    struct list_entry link;
};

struct crom_data {
    struct list_entry events;
    struct crom_data *next_device;
};

static void insert_between(struct list_entry *entry, struct list_entry *before, struct list_entry *after)
{
    entry->blink = before;
    entry->flink = after;
    before->flink = entry;
    after->blink = entry;
}

static void remove_entry_list(struct list_entry *entry)
{
    entry->blink->flink = entry->flink; // BUG: use-after-free
    entry->flink->blink = entry->blink;
}

static struct crom_data *add_device(struct crom_data *devices)
{
    struct crom_data *device = malloc(sizeof *device);
    if (!device)
        return devices;
    device->events.flink = &device->events;
    device->events.blink = &device->events;
    device->next_device = devices;
    return device;
}

static void add_event(struct crom_data *device)
{
    struct event *event = malloc(sizeof *event);
    if (!event)
        return;
    event->kind = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int())
        insert_between(&event->link, &device->events, device->events.flink);
    else
        insert_between(&event->link, device->events.blink, &device->events);
}

static void remove_events(struct crom_data *device, int kind)
{
    struct list_entry *entry = device->events.flink;
    while (entry != &device->events) {
        struct event *event = container_of(entry, struct event, link);
        entry = entry->flink;
        if (event->kind == kind) {
            remove_entry_list(&event->link);
            free(event);
        }
    }
}

static void remove_device(struct crom_data *device)
{
    while (device->events.flink != &device->events) {
        struct list_entry *entry = device->events.flink;
        free(container_of(entry, struct event, link));
        remove_entry_list(entry);
    }
    free(device);
}

int main(void)
{
    struct crom_data *devices = NULL;
    while (__VERIFIER_nondet_int()) {
        devices = add_device(devices);
        if (!devices)
            break;
        while (__VERIFIER_nondet_int())
            add_event(devices);
        remove_events(devices, __VERIFIER_nondet_int());
    }
    while (devices) {
        struct crom_data *device = devices;
        devices = device->next_device;
        remove_device(device);
    }
    return 0;
}
