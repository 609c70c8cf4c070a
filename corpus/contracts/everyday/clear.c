// Resets a buffer with memset and a record by calloc.
// command: prove
// functions: 2
#include <stdlib.h>
#include <string.h>

struct record {
    int used;
    struct record *next;
};

/*@ requires \valid(r);
    assigns {r};
    ensures r->used == 0 && r->next == NULL; */
void reset(struct record *r)
{
    memset(r, 0, sizeof *r);
}

/*@ ensures \result == NULL || \valid(\result) && \result->used == 0 && \result->next == NULL; */
struct record *fresh(void)
{
    return calloc(1, sizeof(struct record));
}
