/* How code of the Linux kernel allocates. The flags tell how hard it is tried and from where, which no caller can see
   in the block; whatever they say, memory may be short. */
#include "libc.h"

void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void *reallocarray(void *block, size_t count, size_t size);
char *strdup(const char *text);

void *kmalloc(size_t size, unsigned flags) {
    (void)flags;
    return malloc(size);
}

void *kzalloc(size_t size, unsigned flags) {
    (void)flags;
    return calloc(1, size);
}

void *kcalloc(size_t count, size_t size, unsigned flags) {
    (void)flags;
    return calloc(count, size);
}

void *kmalloc_array(size_t count, size_t size, unsigned flags) {
    (void)flags;
    return reallocarray(NULL, count, size);
}

void *krealloc(const void *block, size_t size, unsigned flags) {
    (void)flags;
    return realloc((void *)block, size);
}

void *kmemdup(const void *block, size_t size, unsigned flags) {
    void *copy = kmalloc(size, flags);
    if (copy)
        memcpy(copy, block, size);
    return copy;
}

char *kstrdup(const char *text, unsigned flags) {
    (void)flags;
    return text ? strdup(text) : NULL;
}

void *vmalloc(size_t size) {
    return malloc(size);
}

void *vzalloc(size_t size) {
    return calloc(1, size);
}

void kfree(const void *block) {
    free((void *)block);
}

void vfree(const void *block) {
    free((void *)block);
}
