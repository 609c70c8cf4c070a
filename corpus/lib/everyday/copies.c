// Copies of texts into memory that is as large as they are long.
// command: lib
// functions: 8
// requires: duplicate: text != NULL; valid_read_string(text)
// requires: join: one != NULL; other != NULL; valid_read_string(one); valid_read_string(other)
// requires: copy_to: \valid(to + (0 .. strlen(from))); from != NULL; to != NULL; valid_read_string(from)
// requires: set_name: \valid(owner->name + (0 .. strlen(name))); name != NULL; owner != NULL; valid_read_string(name)
// requires: duplicate_bytes: text != NULL; valid_read_string(text)
// requires: clear: \valid(owner->name + (0 .. 15)); owner != NULL
#include <stdlib.h>
#include <string.h>

struct owner {
    char *name;
    size_t room;
};

char *duplicate(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    if (copy)
        strcpy(copy, text);
    return copy;
}

char *duplicate_bytes(const char *text)
{
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    if (copy)
        memcpy(copy, text, strlen(text) + 1);
    return copy;
}

char *join(const char *one, const char *other)
{
    char *both = malloc(strlen(one) + strlen(other) + 1);
    if (!both)
        return NULL;
    strcpy(both, one);
    strcat(both, other);
    return both;
}

void copy_to(char *to, const char *from)
{
    strcpy(to, from);
}

void set_name(struct owner *owner, const char *name)
{
    strcpy(owner->name, name);
}

void clear(struct owner *owner)
{
    memset(owner->name, 0, 16);
}

int *ones(size_t count)
{
    int *all = calloc(count, sizeof *all);
    if (!all)
        return NULL;
    for (size_t i = 0; i < count; i++)
        all[i] = 1;
    return all;
}

char *stars(size_t count)
{
    if (count > 1000)
        return NULL;
    char *all = malloc(count + 1);
    if (!all)
        return NULL;
    for (size_t i = 0; i < count; i++)
        all[i] = '*';
    all[count] = 0;
    return all;
}
