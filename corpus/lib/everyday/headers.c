// Headers: what lies before the pointer that is handed out.
// command: lib
// functions: 19
// requires: block_new: n <= 140737488355328
// requires: block_size: block != NULL; \valid((char *)block + (-16 .. -1))
// requires: block_free: block == NULL || \freeable((char *)block - 16)
// requires: block_resized: block != NULL; \valid((char *)block + (-16 .. -1))
// requires: words_length: words != NULL; \valid((char *)words + (-8 .. -1))
// requires: text_length: s != NULL; \valid(s + (-1 .. -1)); (s[-1] & 3) != 1 || \valid(s + (-2 .. -1)); (s[-1] & 3) != 2 || \valid(s + (-5 .. -1))
// requires: text_longer: s != NULL; t != NULL; \valid(s + (-1 .. -1)); (s[-1] & 3) != 1 || \valid(s + (-2 .. -1)); (s[-1] & 3) != 2 || \valid(s + (-5 .. -1)); \valid(t + (-1 .. -1)); (t[-1] & 3) != 1 || \valid(t + (-2 .. -1)); (t[-1] & 3) != 2 || \valid(t + (-5 .. -1))
// requires: text_end: s != NULL; \valid(s + (-1 .. -1))
// requires: at_place: i >= 16; \valid(bytes + (0 .. i - 9))
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct header {
    size_t size;
    unsigned magic;
};

void *block_new(size_t n)
{
    struct header *header = malloc(sizeof *header + n);
    if (!header)
        return NULL;
    header->size = n;
    header->magic = 7;
    return header + 1;
}

size_t block_size(const void *block)
{
    return ((const struct header *)block - 1)->size;
}

void block_free(void *block)
{
    if (block)
        free((struct header *)block - 1);
}

void block_resized(void *block, size_t n)
{
    ((struct header *)block - 1)->size = n;
}

size_t block_size_too_late(void *block)
{
    block_free(block);
    return block_size(block); // BUG: block_size_too_late: its header went with it
}

void block_free_twice(void *block)
{
    block_free(block);
    block_free(block); // BUG: block_free_twice: twice
}

size_t words_length(const size_t *words)
{
    return words[-1];
}

// Two bits tell how wide the length is.
size_t text_length(const char *s)
{
    unsigned char flags = s[-1];
    switch (flags & 3) {
    case 0:
        return flags >> 2;
    case 1:
        return *(const unsigned char *)(s - 2);
    case 2:
        return *(const uint32_t *)(s - 5);
    }
    return 0;
}

int text_longer(const char *s, const char *t)
{
    return text_length(s) > text_length(t);
}

// The byte is known to hold what was written there.
char text_end(char *s)
{
    s[-1] = 0;
    return s[-1];
}

size_t own_header(void)
{
    size_t words[4] = {3, 7, 1, 2};
    return block_size(&words[2]);
}

size_t no_room_for_header(void)
{
    size_t words[4] = {3, 7, 1, 2};
    return block_size(&words[1]); // BUG: no_room_for_header: eight bytes before the array
}

void free_behind_header(void)
{
    char *bytes = malloc(40);
    if (bytes)
        block_free(bytes + sizeof(struct header));
}

void free_at_wrong_place(void)
{
    char *bytes = malloc(40);
    if (bytes)
        block_free(bytes + 8); // BUG: free_at_wrong_place: the block begins elsewhere
}

size_t at_place(const char *bytes, size_t i)
{
    return block_size(bytes + i);
}

// What is written before a pointer may be the member of any struct.
int header_is_struct(struct header *header, void *block)
{
    static int table[8];
    if (!header || !block)
        return 0;
    header->size = 4;
    block_resized(block, 1000);
    return table[header->size]; // BUG: header_is_struct: where the header is the block's
}

static int larger(int one, int other)
{
    if (one > other)
        return one;
    return other;
}

// One of two numbers: the helper says which.
int picked(int i)
{
    static int table[4];
    if (i > 3)
        i = 3;
    return table[larger(i, 0)];
}

int picked_wrongly(int i)
{
    static int table[4];
    if (i > 4)
        i = 4;
    return table[larger(i, 0)]; // BUG: picked_wrongly: four is one too far
}
