// A first-fit allocator: free blocks of one large object, each with a header, are threaded on a list. A block is taken
// off the list whole, or its end is cut off.
// command: prove
// functions: 1
#include <stddef.h>
#include <stdint.h>

typedef struct RegionHeader {
    struct RegionHeader *next;
    unsigned size;
} RegionHeader;

RegionHeader pool[4096];
RegionHeader *free_list;

/*@ requires acyclic(free_list, next) && (free_list == NULL || !BS(free_list));
    requires forall(x, nodes(free_list, next), Obj(x) == Obj(pool) && \valid(x));
    requires forall(x, nodes(free_list, next), x->size <= sizeof(pool)
        && Off(x) + sizeof(RegionHeader) + x->size <= sizeof(pool));
    requires forall(x, nodes(free_list, next), forall(y, nodes(free_list, next),
        x == y || Off(x) + sizeof(RegionHeader) + x->size <= Off(y) || Off(y) + sizeof(RegionHeader) + y->size <= Off(x)));
    assigns {&free_list}, nodes(free_list, next)->next, nodes(free_list, next)->size;
    ensures \result == 0 || Obj((char *) \result) == Obj(pool) && exists(x, \old(nodes(free_list, next)),
        Off(x) + sizeof(RegionHeader) <= Off((char *) \result)
        && Off((char *) \result) + size <= Off(x) + sizeof(RegionHeader) + \old(x->size));
    ensures acyclic(free_list, next);
    ensures forall(x, nodes(free_list, next), in(x, \old(nodes(free_list, next))));
    ensures forall(x, nodes(free_list, next), x->size <= \old(x->size));
    ensures forall(x, nodes(free_list, next), forall(y, nodes(free_list, next),
        x == y || Off(x) + sizeof(RegionHeader) + x->size <= Off(y) || Off(y) + sizeof(RegionHeader) + y->size <= Off(x))); */
uintptr_t allocate(unsigned size)
{
    RegionHeader *previous = NULL;
    RegionHeader *cursor = free_list;
    //@ loop invariant cursor == NULL || in(cursor, nodes(free_list, next));
    //@ loop invariant previous != NULL || cursor == free_list;
    //@ loop invariant previous == NULL || in(previous, nodes(free_list, next)) && previous->next == cursor;
    while (cursor != NULL) {
        if (cursor->size == size) {
            if (previous == NULL)
                free_list = cursor->next;
            else
                previous->next = cursor->next;
            return (uintptr_t) cursor + sizeof(RegionHeader);
        }
        if (cursor->size > size) {
            cursor->size -= size;
            return (uintptr_t) cursor + sizeof(RegionHeader) + cursor->size;
        }
        previous = cursor;
        cursor = cursor->next;
    }
    return 0;
}
