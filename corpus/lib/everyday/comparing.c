// Texts that are compared, numbers that are read from them, lists that are built from the first round on, a ring with a mask.
// command: lib
// functions: 9
// requires: same: a != NULL; b != NULL; valid_read_string(a); valid_read_string(b)
// requires: same_letters: a != NULL; b != NULL; valid_read_string(a); valid_read_string(b)
// requires: number_of: text != NULL; valid_read_string(text)
// requires: chain_of: \valid(values + (0 .. count - 1))
// requires: deque_get: d != NULL
// requires: deque_put: d != NULL
// requires: deque_count: d != NULL
#include <ctype.h>
#include <stdlib.h>

int same(const unsigned char *a, const unsigned char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

int same_letters(const unsigned char *a, const unsigned char *b)
{
    for (; tolower(*a) == tolower(*b); a++, b++)
        if (*a == '\0')
            return 1;
    return 0;
}

int number_of(const char *text, long *value)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || *end != '\0')
        return 0;
    if (value)
        *value = number;
    return 1;
}

struct link {
    int value;
    struct link *next;
};

void chain_free(struct link *chain)
{
    while (chain) {
        struct link *next = chain->next;
        free(chain);
        chain = next;
    }
}

struct link *chain_of(const int *values, unsigned count)
{
    struct link *first = NULL, *last = NULL;
    for (unsigned i = 0; i < count; i++) {
        struct link *link = malloc(sizeof *link);
        if (!link) {
            chain_free(first);
            return NULL;
        }
        link->value = values[i];
        link->next = NULL;
        if (!first)
            first = link;
        else
            last->next = link;
        last = link;
    }
    return first;
}

struct deque {
    size_t first, count, places;
    int *items;
};

struct deque *deque_new(void)
{
    struct deque *d = malloc(sizeof *d);
    if (!d)
        return NULL;
    d->items = malloc(64 * sizeof *d->items);
    if (!d->items) {
        free(d);
        return NULL;
    }
    d->first = 0;
    d->count = 0;
    d->places = 64;
    return d;
}

int deque_get(const struct deque *d, size_t index)
{
    if (index >= d->count)
        return 0;
    return d->items[(d->first + index) & (d->places - 1)];
}

int deque_put(struct deque *d, int item)
{
    if (d->count == d->places)
        return 0;
    d->items[(d->first + d->count) & (d->places - 1)] = item;
    d->count++;
    return 1;
}

size_t deque_count(const struct deque *d)
{
    return d->count;
}
