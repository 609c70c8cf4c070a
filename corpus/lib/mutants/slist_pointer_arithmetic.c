// The next node is assumed to lie behind this one.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

struct slist *nth(struct slist *list, int n)
{
    if (!list)
        return NULL;
    return list + n; // BUG: nth: nodes do not lie in a row
} // BUG: nth: what is returned is wrong
