/* <sys/mman.h>: memory that pages are mapped into. It is heap memory that the library keeps: that it is not given back
   is no leak. What a file holds is taken when it is mapped, and no other process changes it afterwards. */
#include "libc.h"

#define PROT_WRITE 2
#define MAP_SHARED 1
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_FAILED ((void *)-1)
#define PAGE 4096

struct mapping {
    struct mapping *next;
    char *pages;
    size_t size;
};

static struct mapping *__libc_mappings;

void *mmap(void *wanted, size_t size, int protection, int flags, int descriptor, long offset) {
    if (flags & MAP_FIXED)
        __heapproof_unsupported("memory that is mapped to an address");
    if (flags & MAP_SHARED && flags & MAP_ANONYMOUS)
        __heapproof_unsupported("memory that is shared with other processes");
    if (size == 0 || offset & (PAGE - 1)) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    size_t all = (size + PAGE - 1) & ~(size_t)(PAGE - 1);
    if (all < size) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    long bytes = 0;
    if (!(flags & MAP_ANONYMOUS)) {
        bytes = __libc_outcome(__heapproof_system(SYS_READ, NULL, NULL, descriptor, size, offset + 1), size);
        if (bytes < 0)
            return MAP_FAILED;
        /* The file is as long as what is mapped. */
        __VERIFIER_assume((size_t)bytes == size);
    }
    struct mapping *mapping = malloc(sizeof *mapping);
    char *pages = malloc(all);
    if (mapping == NULL || pages == NULL) {
        free(mapping);
        free(pages);
        errno = ENOMEM;
        return MAP_FAILED;
    }
    memset(pages, 0, all);
    if (bytes > 0)
        __heapproof_received(pages, bytes);
    mapping->pages = pages;
    mapping->size = all;
    mapping->next = __libc_mappings;
    __libc_mappings = mapping;
    return pages;
}

/* Whole mappings are given back. */
int munmap(void *pages, size_t size) {
    if (size == 0) {
        errno = EINVAL;
        return -1;
    }
    for (struct mapping **at = &__libc_mappings; *at != NULL; at = &(*at)->next) {
        struct mapping *mapping = *at;
        if (mapping->pages != pages)
            continue;
        if (((size + PAGE - 1) & ~(size_t)(PAGE - 1)) != mapping->size)
            break;
        *at = mapping->next;
        free(mapping->pages);
        free(mapping);
        return 0;
    }
    __heapproof_unsupported("a part of mapped memory is given back");
    return -1;
}

/* What is written reaches the file, or does not. */
int msync(void *pages, size_t size, int flags) {
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, -1, flags, 12), 0);
}

int madvise(void *pages, size_t size, int advice) {
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, -1, advice, 12), 0);
}
