// The error path of an allocation as code of the Linux kernel writes it frees a name that was freed before.
// verdict: unsafe
// sanitizers: blind, because the functions of the kernel have no code
#include <stddef.h>

typedef unsigned gfp_t;
#define GFP_KERNEL 0xcc0u

void *kzalloc(size_t size, gfp_t flags);
void *kmalloc(size_t size, gfp_t flags);
char *kstrdup(const char *text, gfp_t flags);
void kfree(const void *block);

struct device {
    char *name;
    struct device *next;
    int *buffer;
};

static struct device *device_new(const char *name)
{
    struct device *device = kzalloc(sizeof *device, GFP_KERNEL);
    if (!device)
        return NULL;
    device->name = kstrdup(name, GFP_KERNEL);
    if (!device->name)
        goto free_device;
    device->buffer = kmalloc(4 * sizeof(int), GFP_KERNEL);
    if (!device->buffer) {
        kfree(device->name);
        goto free_name;
    }
    device->buffer[3] = 1;
    return device;

free_name:
    kfree(device->name); // BUG: double-free
free_device:
    kfree(device);
    return NULL;
}

int main(void)
{
    struct device *device = device_new("eth0");
    if (!device)
        return 1;
    if (!device->next)
        kfree(device->buffer);
    kfree(device->name);
    kfree(device);
    return 0;
}
