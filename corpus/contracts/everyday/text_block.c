// Blocks of bytes whose length is known when the program runs: copied, moved, set.
// command: prove
// functions: 5
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *bytes;
    size_t length, room;
};

/*@ requires n <= 4096 && n > 0 && forall(p, array(from, 1, n), \valid_read(p));
    ensures \result == NULL || !\old(alloc(\result)) && forall(p, array(\result, 1, n), \valid(p));
    ensures \result == NULL || \result[0] == from[0] && \result[n - 1] == from[n - 1] && \result[n] == 0; */
char *duplicate(const char *from, size_t n)
{
    char *copy = malloc(n + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, from, n);
    copy[n] = 0;
    return copy;
}

/*@ requires \valid(text) && text->length <= text->room && text->room <= 65536 && n <= 65536;
    requires Obj(text) != Obj(text->bytes) && Obj(text) != Obj(from) && Obj(from) != Obj(text->bytes);
    requires forall(p, array(text->bytes, 1, text->room), \valid(p));
    requires forall(p, array(from, 1, n), \valid_read(p));
    assigns {&text->length}, array(text->bytes, 1, text->room);
    ensures \result == 1 ==> text->length == \old(text->length) + n;
    ensures \result == 0 ==> text->length == \old(text->length);
    ensures text->length <= text->room; */
int put(struct text *text, const char *from, size_t n)
{
    if (n > text->room - text->length)
        return 0;
    memcpy(text->bytes + text->length, from, n);
    text->length += n;
    return 1;
}

/*@ requires \valid(text) && text->length <= text->room && text->room <= 65536 && n <= text->length;
    requires Obj(text) != Obj(text->bytes) && forall(p, array(text->bytes, 1, text->room), \valid(p));
    assigns {&text->length}, array(text->bytes, 1, text->length);
    ensures text->length == \old(text->length) - n; */
void drop(struct text *text, size_t n)
{
    memmove(text->bytes, text->bytes + n, text->length - n);
    text->length -= n;
}

/*@ requires 0 <= n && n <= 1000 && forall(p, array(numbers, 4, n), \valid(p));
    assigns array(numbers, 4, n);
    ensures forall(p, array(numbers, 4, n), *p == 0); */
void clear(int *numbers, int n)
{
    memset(numbers, 0, n * sizeof *numbers);
}

struct node {
    struct node *next;
    int number;
};

/*@ requires n < 1000 && forall(p, array(block, 16, n), \valid(p)) && acyclic(list, next) && (list != NULL ==> !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(block));
    assigns array(block, 16, n);
    ensures forall(p, array(block, 16, n), acyclic(p, next) && p->number == 0);
    ensures acyclic(list, next) && forall(x, nodes(list, next), x->number == \old(x->number)); */
void prepare(struct node *block, unsigned n, struct node *list)
{
    memset(block, 0, n * sizeof *block);
    (void) list;
}
