// Returns the address of a local node.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

struct slist *prepend(struct slist *list, void *data)
{
    struct slist node = {data, list};
    struct slist *result = &node;
    return result; // BUG: prepend: the node dies here
}
