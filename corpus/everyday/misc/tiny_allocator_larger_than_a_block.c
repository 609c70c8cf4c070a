// What is longer than a block overwrites the arena's end.
// verdict: unsafe
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define BLOCK 32
#define BLOCKS 16

union block {
    union block *next;
    char bytes[BLOCK];
};

static union block arena[BLOCKS];
static union block *unused;

static void start(void) {
    for (int i = 0; i < BLOCKS - 1; i++)
        arena[i].next = &arena[i + 1];
    arena[BLOCKS - 1].next = NULL;
    unused = arena;
}

static void *take(void) {
    union block *block = unused;
    if (block)
        unused = block->next; // BUG: invalid-pointer, out-of-bounds, null-deref
    return block;
}

static void give(void *memory) {
    union block *block = memory;
    block->next = unused;
    unused = block;
}

int main(int argc, char **argv) {
    char *kept[BLOCKS];
    int n = 0;
    start();
    for (int i = 1; i < argc; i++) {
        char *copy = take();
        if (!copy) {
            give(kept[--n]);
            continue;
        }
        strcpy(copy, argv[i]); // BUG: out-of-bounds
        kept[n++] = copy;
    }
    while (n > 0) {
        puts(kept[--n]);
        give(kept[n]);
    }
    return 0;
}
