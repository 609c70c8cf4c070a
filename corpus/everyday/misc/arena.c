// A bump allocator on blocks from malloc, freed all at once.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct chunk {
    struct chunk *next;
    size_t used, size;
    char bytes[];
};

static struct chunk *chunks;

static void *arena_take(size_t n) {
    n = (n + 7) / 8 * 8;
    if (!chunks || chunks->size - chunks->used < n) {
        size_t size = n > 1024 ? n : 1024;
        struct chunk *chunk = malloc(sizeof *chunk + size);
        if (!chunk)
            return NULL;
        chunk->next = chunks;
        chunk->used = 0;
        chunk->size = size;
        chunks = chunk;
    }
    void *memory = chunks->bytes + chunks->used;
    chunks->used += n;
    return memory;
}

static void arena_free(void) {
    while (chunks) {
        struct chunk *next = chunks->next;
        free(chunks);
        chunks = next;
    }
}

int main(void) {
    char line[200], *longest = NULL;
    size_t most = 0;
    while (fgets(line, sizeof line, stdin)) {
        size_t n = strlen(line);
        char *copy = arena_take(n + 1);
        if (!copy)
            break;
        memcpy(copy, line, n + 1);
        if (n > most) {
            most = n;
            longest = copy;
        }
    }
    if (longest)
        fputs(longest, stdout);
    arena_free();
    return 0;
}
