// Copies of texts into memory that is a byte too small, or whose text has become another one.
// command: lib
// functions: 15
// requires: lengthen: text != NULL
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct owner {
    char *name;
    size_t room;
};

struct owner *owner_new(size_t room)
{
    struct owner *owner = malloc(sizeof *owner);
    if (!owner)
        return NULL;
    owner->name = malloc(room);
    if (!owner->name) {
        free(owner);
        return NULL;
    }
    owner->room = room;
    return owner;
}

char *without_the_zero(const char *text)
{
    char *copy = malloc(strlen(text));
    if (copy)
        strcpy(copy, text); // BUG: without_the_zero: a byte too small
    return copy;
}

char *joined_without_the_zero(const char *one, const char *other)
{
    char *both = malloc(strlen(one) + strlen(other));
    if (!both)
        return NULL;
    strcpy(both, one); // BUG: joined_without_the_zero: nothing is left where the other is empty
    strcat(both, other); // BUG: joined_without_the_zero: a byte too small
    return both;
}

char *of_the_other(const char *one, const char *other)
{
    char *copy = malloc(strlen(one) + 1);
    if (copy)
        strcpy(copy, other); // BUG: of_the_other: as long as the other text
    return copy;
}

char *twice(const char *text)
{
    char *both = malloc(strlen(text) + 2);
    if (!both)
        return NULL;
    strcpy(both, text);
    strcat(both, text); // BUG: twice: room for one
    return both;
}

static void lengthen(char *text)
{
    text[0] = 'x'; // the string may have been empty
}

char *after_a_change(char *text, const char *longer)
{
    size_t length = strlen(text);
    strcpy(text, longer); // BUG: after_a_change: room for the first text only
    char *copy = malloc(length + 1);
    if (copy)
        strcpy(copy, text); // BUG: after_a_change: as long as the second
    return copy;
}

char *after_a_helper(char *text)
{
    size_t length = strlen(text);
    lengthen(text);
    char *copy = malloc(length + 1);
    if (copy)
        strcpy(copy, text); // BUG: after_a_helper: where it was empty, it has no end now
    return copy;
}

void one_more_than_room(struct owner *owner, const char *name)
{
    strncpy(owner->name, name, owner->room + 1); // BUG: one_more_than_room: a byte behind the end
}

void printed(struct owner *owner, int number)
{
    if (owner->room > 4)
        snprintf(owner->name, owner->room + 8, "%d", number); // BUG: printed: more than there is room for
}

int read_behind(struct owner *owner, const char *name)
{
    return memcmp(owner->name, name, owner->room + 1); // BUG: read_behind: a byte behind the end
}

void one_round_more(size_t count)
{
    if (count > 1000)
        return;
    int *all = malloc(count * sizeof *all);
    if (!all)
        return;
    for (size_t i = 0; i <= count; i++)
        all[i] = 1; // BUG: one_round_more: behind the last
    free(all);
}

void shrunk_on_the_way(size_t count)
{
    if (count < 2 || count > 1000)
        return;
    char *all = malloc(count);
    if (!all)
        return;
    for (size_t i = 0; i < count; i++) {
        char *less = realloc(all, count - 1);
        if (!less)
            break;
        all = less;
        all[i] = 'x'; // BUG: shrunk_on_the_way: behind the last in the last round
    }
    free(all);
}

void freed_on_the_way(size_t count)
{
    if (count > 1000)
        return;
    char *all = malloc(count);
    if (!all)
        return;
    for (size_t i = 0; i < count; i++) {
        all[i] = 'x'; // BUG: freed_on_the_way: freed in the first round
        free(all); // BUG: freed_on_the_way: freed in the first round
    }
}

void wraps_around(unsigned count)
{
    int *all = malloc(count * (unsigned)sizeof *all);
    if (!all)
        return;
    for (unsigned i = 0; i < count; i++)
        all[i] = 1; // BUG: wraps_around: the size has 32 bits
    free(all);
}
