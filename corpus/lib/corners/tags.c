// Nodes of several kinds in a union, and functions that rely on the tag: whoever writes must keep tag and link in
// agreement.
// command: lib
// functions: 21
#include <stdlib.h>
#include <string.h>

enum kind { NUMBER, PAIR, NAMED };

struct value;

struct pair {
    struct value *first;
    struct value *second;
};

struct named {
    const char *name;
    struct value *value;
};

struct value {
    enum kind kind;
    union {
        long number;
        struct pair *pair;
        struct named *named;
    } as;
};

struct value *first_of(const struct value *value)
{
    if (!value || value->kind != PAIR || !value->as.pair)
        return NULL;
    return value->as.pair->first;
}

struct value *deepest(struct value *value)
{
    while (value) {
        switch (value->kind) {
        case PAIR:
            value = value->as.pair ? value->as.pair->second : NULL;
            break;
        case NAMED:
            value = value->as.named ? value->as.named->value : NULL;
            break;
        default:
            return value;
        }
    }
    return NULL;
}

struct value *make_number(long number)
{
    struct value *value = malloc(sizeof *value);
    if (!value)
        return NULL;
    value->kind = NUMBER;
    value->as.number = number;
    return value;
}

struct value *make_pair(struct value *first, struct value *second)
{
    struct value *value = malloc(sizeof *value);
    struct pair *pair = malloc(sizeof *pair);
    if (!value || !pair) {
        free(value);
        free(pair);
        return NULL;
    }
    pair->first = first;
    pair->second = second;
    value->kind = PAIR;
    value->as.pair = pair;
    return value;
}

void make_it_a_number(struct value *value, long number)
{
    if (!value)
        return;
    value->kind = NUMBER;
    value->as.number = number;
}

void empty_the_pair(struct value *value)
{
    if (!value || value->kind != PAIR)
        return;
    value->as.pair = NULL;
}

struct value *copied(const struct value *value)
{
    struct value *copy = malloc(sizeof *copy);
    if (!copy || !value) {
        free(copy);
        return NULL;
    }
    *copy = *value;
    return copy;
}

struct value *zeroed(void)
{
    struct value *value = malloc(sizeof *value);
    if (value)
        memset(value, 0, sizeof *value);
    return value;
}

struct value *row_of_numbers(int n)
{
    struct value *last = NULL;
    for (int i = 0; i < n; i++) {
        struct value *number = make_number(i);
        last = make_pair(number, last);
        if (!last)
            return NULL;
    }
    return last;
}

struct value *unguarded(const struct value *value)
{
    if (!value || !value->as.pair)
        return NULL;
    return value->as.pair->first; // BUG: unguarded: it may be a number
} // BUG: unguarded: what is returned is wrong

struct value *other_tag(const struct value *value)
{
    if (!value || value->kind != NUMBER || !value->as.named)
        return NULL;
    return value->as.named->value; // BUG: other_tag: it is a number
} // BUG: other_tag: what is returned is wrong

void only_the_tag(struct value *value)
{
    if (value)
        value->kind = PAIR; // BUG: only_the_tag: the number is no pair
} // BUG: only_the_tag: the number is no pair

void only_the_number(struct value *value, long number)
{
    if (value)
        value->as.number = number; // BUG: only_the_number: the tag may still say that it is a pair
} // BUG: only_the_number: the tag may still say that it is a pair

struct value *tag_not_set(void)
{
    struct value *value = malloc(sizeof *value);
    if (!value)
        return NULL;
    value->as.number = 7; // BUG: tag_not_set: it may be read as a pair
    return value; // BUG: tag_not_set: it may be read as a pair
} // BUG: tag_not_set: it may be read as a pair

struct value *wrong_kind(struct pair *pair)
{
    struct value *value = malloc(sizeof *value);
    if (!value || !pair) {
        free(value);
        return NULL;
    }
    value->kind = NAMED; // BUG: wrong_kind: a pair is not named
    value->as.pair = pair; // BUG: wrong_kind: a pair is not named
    return value; // BUG: wrong_kind: a pair is not named
} // BUG: wrong_kind: a pair is not named

static void set_number(int *number, int to)
{
    if (number)
        *number = to;
}

void tag_by_pointer(struct value *value, int to)
{
    if (value)
        set_number((int *)&value->kind, to); // BUG: tag_by_pointer: the number is no pair
} // BUG: tag_by_pointer: the number is no pair

void tag_by_pointer_in_loop(struct value *value, int n)
{
    enum kind *kind = value ? &value->kind : NULL;
    while (kind && n-- > 0)
        *kind = PAIR; // BUG: tag_by_pointer_in_loop: the number is no pair
} // BUG: tag_by_pointer_in_loop: the number is no pair

void copy_by_member(struct value *to, const struct value *from)
{
    if (!to || !from)
        return;
    to->kind = from->kind;
    to->as = from->as;
}

void clear_the_tag(struct value *value)
{
    if (value)
        memset(&value->kind, 0, sizeof value->kind);
}

void copy_without_tag(struct value *to, const struct value *from)
{
    if (to && from)
        to->as = from->as; // BUG: copy_without_tag: the tag may be another
} // BUG: copy_without_tag: the tag may be another
