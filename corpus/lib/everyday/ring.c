// A ring buffer: places for numbers, where the first is and how many there are.
// command: lib
// functions: 7
// requires: ring_is_full: r != NULL
// requires: ring_first: number != NULL; r != NULL
// requires: ring_put: r != NULL
// requires: ring_take: number != NULL; r != NULL
// requires: ring_at: r != NULL
#include <stdlib.h>

struct ring {
    unsigned long first, count, room;
    int *places;
};

struct ring *ring_new(unsigned long room)
{
    if (room == 0 || room > 65536)
        return NULL;
    struct ring *r = malloc(sizeof *r);
    if (!r)
        return NULL;
    r->places = calloc(room, sizeof *r->places);
    if (!r->places) {
        free(r);
        return NULL;
    }
    r->first = 0;
    r->count = 0;
    r->room = room;
    return r;
}

int ring_is_full(const struct ring *r)
{
    return r->count == r->room;
}

int ring_first(const struct ring *r, int *number)
{
    if (r->count == 0 || r->first >= r->room)
        return 0;
    *number = r->places[r->first];
    return 1;
}

int ring_put(struct ring *r, int number)
{
    if (r->count >= r->room)
        return 0;
    r->places[(r->first + r->count) % r->room] = number;
    r->count++;
    return 1;
}

int ring_take(struct ring *r, int *number)
{
    if (r->count == 0)
        return 0;
    *number = r->places[r->first];
    r->first = (r->first + 1) % r->room;
    r->count--;
    return 1;
}

int ring_at(const struct ring *r, unsigned long i)
{
    return i < r->count ? r->places[(r->first + i) % r->room] : 0;
}

void ring_free(struct ring *r)
{
    if (r) {
        free(r->places);
        free(r);
    }
}
