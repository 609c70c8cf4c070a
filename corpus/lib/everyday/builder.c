// A string that grows: a helper makes room in a loop, and its callers rely on what the loop establishes.
// command: lib
// functions: 7
// requires: builder_init: b != NULL
// requires: builder_reserve: b != NULL
// requires: builder_append: \valid(bytes + (0 .. count - 1)); b != NULL
// requires: builder_put: b != NULL
// requires: builder_chop: b != NULL
// requires: builder_free: b != NULL
#include <stdlib.h>
#include <string.h>

struct builder {
    char *text;
    size_t length, room;
};

void builder_init(struct builder *b)
{
    b->text = NULL;
    b->length = b->room = 0;
}

int builder_reserve(struct builder *b, size_t more)
{
    if (more > (size_t)1 << 40)
        return -1;
    size_t need = b->length + more + 1;
    if (need <= b->room)
        return 0;
    size_t room = b->room ? b->room : 16;
    while (room < need)
        room *= 2;
    char *grown = realloc(b->text, room);
    if (!grown)
        return -1;
    b->text = grown;
    b->room = room;
    return 0;
}

int builder_append(struct builder *b, const char *bytes, size_t count)
{
    if (count > (size_t)1 << 40)
        return -1;
    if (builder_reserve(b, count) != 0)
        return -1;
    memcpy(b->text + b->length, bytes, count);
    b->length += count;
    b->text[b->length] = '\0';
    return 0;
}

int builder_put(struct builder *b, char c)
{
    if (b->length + 1 >= b->room)
        if (builder_reserve(b, 1) != 0)
            return -1;
    b->text[b->length++] = c;
    b->text[b->length] = '\0';
    return 0;
}

int builder_put_at_end(struct builder *b, char c)
{
    if (b->length == b->room)
        if (builder_reserve(b, 1) != 0)
            return -1;
    b->text[b->length++] = c;
    b->text[b->length] = '\0'; // BUG: builder_put_at_end: where one byte was left, there is none for the end
    return 0;
} // BUG: builder_put_at_end: and the text may be as long as its room

void builder_chop(struct builder *b)
{
    while (b->length > 0 && b->text[b->length - 1] == '\n')
        b->text[--b->length] = '\0';
}

void builder_free(struct builder *b)
{
    free(b->text);
    builder_init(b);
}
