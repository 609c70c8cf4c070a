// The request is computed with the offset of the member before its links.
// verdict: unsafe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct list_head {
    struct list_head *next, *prev;
};

struct file {
    struct file *next;
    int mode;
};

struct request {
    int sector;
    struct file *owner;
    struct list_head link;
    char *buffer;
};

struct device {
    struct device *next;
    struct file *files;
    struct list_head queue;
    int capacity;
};

static struct device *devices;

static void list_init(struct list_head *head)
{
    head->next = head->prev = head;
}

static void list_add_tail(struct list_head *entry, struct list_head *head)
{
    entry->next = head;
    entry->prev = head->prev;
    head->prev->next = entry;
    head->prev = entry;
}

static void list_del(struct list_head *entry)
{
    entry->prev->next = entry->next;
    entry->next->prev = entry->prev;
}

static struct device *register_cdrom(void)
{
    struct device *device = malloc(sizeof *device);
    if (!device)
        return NULL;
    device->files = NULL;
    device->capacity = 0;
    list_init(&device->queue);
    device->next = devices;
    devices = device;
    return device;
}

static struct file *open_cdrom(struct device *device)
{
    struct file *file = malloc(sizeof *file);
    if (!file)
        return NULL;
    file->mode = __VERIFIER_nondet_int();
    file->next = device->files;
    device->files = file;
    return file;
}

static void free_request(struct request *request)
{
    free(request->buffer);
    free(request);
}

static int submit(struct device *device, struct file *file)
{
    struct request *request = malloc(sizeof *request);
    if (!request)
        return -1;
    request->buffer = malloc(2048);
    if (!request->buffer) {
        free(request);
        return -1;
    }
    request->owner = file;
    request->sector = __VERIFIER_nondet_int();
    list_add_tail(&request->link, &device->queue);
    return 0;
}

static void serve_one(struct device *device)
{
    if (device->queue.next == &device->queue)
        return;
    struct request *request = container_of(device->queue.next, struct request, owner);
    list_del(&request->link);
    request->buffer[request->owner->mode == 0 ? 0 : 2047] = 1; // BUG: out-of-bounds
    free_request(request);
}

static void cancel(struct device *device, struct file *file)
{
    struct list_head *entry = device->queue.next;
    while (entry != &device->queue) {
        struct request *request = container_of(entry, struct request, link);
        entry = entry->next;
        if (request->owner == file) {
            list_del(&request->link);
            free_request(request);
        }
    }
}

static void close_last(struct device *device)
{
    struct file *file = device->files;
    cancel(device, file);
    device->files = file->next;
    free(file);
}

static void unregister_all(void)
{
    while (devices) {
        struct device *device = devices;
        while (device->queue.next != &device->queue)
            serve_one(device);
        while (device->files)
            close_last(device);
        devices = device->next;
        free(device);
    }
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct device *device = register_cdrom();
        if (!device)
            break;
        while (__VERIFIER_nondet_int()) {
            struct file *file = open_cdrom(device);
            if (!file)
                break;
            while (__VERIFIER_nondet_int())
                submit(device, file);
            if (__VERIFIER_nondet_int())
                serve_one(device);
        }
        if (device->files && __VERIFIER_nondet_int())
            close_last(device);
    }
    unregister_all();
    return 0;
}
