// Nodes of several kinds in a union; a tag tells which. That the tag and the contents agree is no part of data-structure
// integrity, so a link is only a link where code has just written it.
// command: lib
// functions: 4
#include <stdlib.h>

enum kind { NUMBER, TEXT, PAIR };

struct value;

struct pair {
    struct value *first;
    struct value *second;
};

struct value {
    enum kind kind;
    union {
        long number;
        const char *text;
        struct pair *pair;
    } as;
};

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

long number_of(const struct value *value)
{
    return value && value->kind == NUMBER ? value->as.number : 0;
}

struct value *first_without_check(const struct value *value)
{
    if (!value || !value->as.pair)
        return NULL;
    return value->as.pair->first; // BUG: first_without_check: it may be a number
} // BUG: first_without_check: what is returned is wrong
