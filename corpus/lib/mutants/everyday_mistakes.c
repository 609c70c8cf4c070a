// Mistakes in everyday libraries: tables, out parameters, reference counts, intrusive lists, parsers.
// command: lib
// functions: 20
// requires: find_out: out != NULL
// requires: find_quiet: out != NULL
// requires: shared_drop: s != NULL
// requires: pair_at: \valid(r->data + (0 .. r->at)); \valid(r->data + (0 .. r->size - 1))
#include <stdlib.h>
#include <string.h>

#define SLOTS 64

struct entry {
    struct entry *next;
    unsigned key;
    int value;
};

struct map {
    struct entry *slots[SLOTS];
    size_t count;
};

struct shared {
    size_t holders, length;
    char text[24];
};

struct reader {
    const unsigned char *data;
    size_t at, size;
};

struct entry *slot_behind(struct map *m, unsigned key)
{
    return m ? m->slots[key % (SLOTS + 1)] : NULL; // BUG: slot_behind: there are SLOTS of them
}

struct entry *slot_signed(struct map *m, int key)
{
    return m ? m->slots[key % SLOTS] : NULL; // BUG: slot_signed: a remainder can be negative
}

void slot_local(struct map *m, unsigned key)
{
    if (!m)
        return;
    struct entry e = {NULL, key, 0};
    m->slots[key % SLOTS] = &e; // BUG: slot_local: e ends with the function
}

int slot_empty(struct map *m, unsigned key)
{
    return m ? m->slots[key % SLOTS]->value : 0; // BUG: slot_empty: there may be no entry
}

void slot_freed(struct map *m, unsigned key)
{
    if (!m)
        return;
    struct entry *e = m->slots[key % SLOTS];
    free(e); // BUG: slot_freed: the table still holds it
}

static int find_out(struct map *m, unsigned key, struct entry **out)
{
    if (!m)
        return 5;
    struct entry *e = m->slots[key % SLOTS];
    if (!e)
        return 6;
    *out = e;
    return 0;
}

static int find_quiet(struct map *m, struct entry **out)
{
    if (!m)
        return 0;
    *out = m->slots[0];
    return 0;
}

int found_not_asked(struct map *m)
{
    struct entry *e;
    find_out(m, 1, &e);
    return e ? e->value : 0; // BUG: found_not_asked: e may not be set
}

int found_other_code(struct map *m)
{
    struct entry *e;
    if (find_out(m, 1, &e) == 5)
        return 0;
    return e ? e->value : 0; // BUG: found_other_code: there are two codes for failing
}

int found_quiet(struct map *m)
{
    struct entry *e;
    if (find_quiet(m, &e) != 0)
        return 0;
    return e ? e->value : 0; // BUG: found_quiet: e may not be set
}

int found_failed(struct map *m)
{
    struct entry *e;
    if (find_out(m, 1, &e) == 6)
        return e->value; // BUG: found_failed: e is not set
    return 0;
}

static void shared_drop(struct shared *s)
{
    if (--s->holders == 0)
        free(s);
}

size_t dropped(struct shared *s)
{
    if (!s)
        return 0;
    shared_drop(s);
    return s->length; // BUG: dropped: it may be gone
}

void dropped_twice(struct shared *s)
{
    if (!s || s->holders != 1)
        return;
    shared_drop(s);
    shared_drop(s); // BUG: dropped_twice: it is gone
}

struct shared *shared_long(const char *text)
{
    struct shared *s = text ? malloc(sizeof *s) : NULL;
    if (!s)
        return NULL;
    s->holders = 1;
    s->length = strlen(text);
    strcpy(s->text, text); // BUG: shared_long: text may be longer
    return s;
}

void named(struct shared *s, const char *name)
{
    if (s && name)
        strncpy(s->text, name, sizeof s->text + 1); // BUG: named: one too many
}

unsigned pair_at(const struct reader *r)
{
    if (!r || r->at + 2 > r->size)
        return 0;
    return r->data[r->at] | (unsigned)r->data[r->at + 1] << 8;
}

unsigned char last_of(const struct reader *r)
{
    return r ? r->data[r->size - 1] : 0; // BUG: last_of: there may be none
}

int each_twice(const int *a, size_t n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            sum += a[i]; // BUG: each_twice: i is counted inside as well
            i++;
        }
    return sum;
}

int length_of_null(void)
{
    const char *text = NULL;
    return (int)strlen(text); // BUG: length_of_null: there is no string
}
