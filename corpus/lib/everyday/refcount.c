// Reference counts: strings that are shared, and freed by the last who lets go.
// command: lib
// functions: 9
// requires: shared_new: text != NULL; valid_read_string(text)
// requires: shared_length: s != NULL
// requires: shared_letter: s != NULL
// requires: pair_set_first: p != NULL
// requires: pair_swap: p != NULL
// requires: pair_clear: p != NULL
#include <stdlib.h>
#include <string.h>

struct shared {
    size_t holders;
    size_t length;
    char text[24];
};

struct pair {
    struct shared *first, *second;
};

struct shared *shared_new(const char *text)
{
    size_t length = strlen(text);
    if (length >= sizeof((struct shared *)0)->text)
        return NULL;
    struct shared *s = malloc(sizeof *s);
    if (!s)
        return NULL;
    memset(s->text, 0, sizeof s->text);
    memcpy(s->text, text, length);
    s->holders = 1;
    s->length = length;
    return s;
}

struct shared *shared_hold(struct shared *s)
{
    if (s)
        s->holders++;
    return s;
}

void shared_drop(struct shared *s)
{
    if (s && --s->holders == 0)
        free(s);
}

size_t shared_length(const struct shared *s)
{
    return s->length;
}

char shared_letter(const struct shared *s, size_t i)
{
    return i < sizeof s->text ? s->text[i] : 0;
}

struct pair *pair_new(void)
{
    struct pair *p = malloc(sizeof *p);
    if (p) {
        p->first = NULL;
        p->second = NULL;
    }
    return p;
}

void pair_set_first(struct pair *p, struct shared *s)
{
    struct shared *old = p->first;
    p->first = shared_hold(s);
    shared_drop(old);
}

void pair_swap(struct pair *p)
{
    struct shared *first = p->first;
    p->first = p->second;
    p->second = first;
}

void pair_clear(struct pair *p)
{
    shared_drop(p->first);
    p->first = NULL;
    shared_drop(p->second);
    p->second = NULL;
}
