// A node of another type is given out as a list node.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

struct box {
    void *data;
    long size;
};

struct slist *box_as_list(void *data)
{
    struct box *box = malloc(sizeof *box);
    if (!box)
        abort();
    box->data = data;
    box->size = 42;
    return (struct slist *)box; // BUG: box_as_list: its second field is a number
}
