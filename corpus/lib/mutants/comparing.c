// Texts, numbers, lists and rings of which each function makes a mistake: a byte too far, the second text not looked at, the
// end of a number passed, the last link followed in the first round, a mask one too large, products and sums that wrap around.
// command: lib
// functions: 9
#include <stdlib.h>

int same(const unsigned char *a, const unsigned char *b)
{
    while (*a && (*a == *b || *b == 0))
        a++, b++; // BUG: same: `b` may have ended
    return *a == *b;
}

int next_number(const char *text)
{
    char *end;
    strtol(text, &end, 10);
    return end[1] == ','; // BUG: next_number: behind the end of the text
}

struct link {
    int value;
    struct link *next;
};

void last_link(struct link *links, unsigned count)
{
    struct link *first = NULL, *last = NULL;
    for (unsigned i = 0; i < count && links; i++) {
        struct link *link = links;
        links = link->next;
        if (first)
            first->value++;
        else
            last->next = link; // BUG: last_link: null in the first round
        first = last = link;
    }
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
    return d->items[(d->first + index) & d->places]; // BUG: deque_get: the place behind the last one
}

long long *half_size(int n)
{
    if (n <= 0 || n > 0x20000001)
        return NULL;
    long long *p = malloc(n * 8);
    if (!p)
        return NULL;
    p[n - 1] = 0; // BUG: half_size: the size wraps around in an int
    return p;
}

int item_at(const char *items, int n, int i)
{
    if (i < 0 || i >= n)
        return 0;
    return *(const int *)(items + i * 4); // BUG: item_at: the offset wraps around in an int
}

static int table[10];

static int item(int i)
{
    if (i >= 10)
        return 0;
    return table[i];
}

int next_item(int n)
{
    return item(n + 1); // BUG: next_item: the greatest number has a negative one behind it
}
