// A function that is started by itself: numbers, a string, a struct by value, an array inside of a struct.
// verdict: safe
// args: --entry=look_up
// paths: unbounded
#include <stddef.h>
#include <string.h>

struct slots {
    char *name;
    double weight;
    int values[4];
};

struct range {
    unsigned from, to;
};

int look_up(struct slots *slots, struct range range, const char *name, _Bool strict)
{
    if (!slots || !name || !slots->name)
        return -1;
    if (strict && strcmp(slots->name, name) != 0)
        return -1;
    int sum = slots->weight > 1.5 ? (int)strlen(name) : 0;
    for (unsigned i = range.from; i < range.to && i < 4; i++)
        sum += slots->values[i];
    return sum;
}
