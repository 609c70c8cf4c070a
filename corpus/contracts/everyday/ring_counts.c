// A number is counted up in all elements of a ring with a head, in the paper's spelling and in that of C.
// command: prove
// functions: 2

typedef struct _LINK {
    struct _LINK *next;
    struct _LINK *previous;
} LINK;

typedef struct {
    int number;
    LINK link;
} ELEMENT;

struct {
    LINK head;
} ring;

#define ELEMENT_OF(p) ((ELEMENT *) ((char *) (p) - 8))

/*@ requires BS(addr(ring)) && block(addr(ring), 0) == addr(ring)
    requires forall(x, list(deref(addr(ring)), 0), x == addr(ring) || Off(x) == 8 && Obj(x) != Obj(addr(ring)))
    requires forall(x, list(deref(addr(ring)), 0), x == addr(ring) || \valid((ELEMENT *) ((char *) x - 8)))
    modifies decr(list(deref(addr(ring)), 0), 8)
    ensures forall(x, old_list(deref(addr(ring)), 0), x == addr(ring) || deref(x - 8) == old_deref(x - 8) + 1) */
void count_all(void)
{
    for (LINK *at = ring.head.next; at != &ring.head; at = at->next)
        ELEMENT_OF(at)->number++;
}

/*@ requires \valid(head) && BS(head) && Off(head) == 0 && block(head, next) == head;
    requires forall(e, nodes(head->next, next), Off(e) == 8 && Obj(e) != Obj(head) && \valid((ELEMENT *) ((char *) e - 8)));
    assigns ((ELEMENT *) decr(nodes(head->next, next), 8))->number;
    ensures forall(e, nodes(head->next, next), ((ELEMENT *) ((char *) e - 8))->number == number); */
void set_all(LINK *head, int number)
{
    LINK *e;
    for (e = head->next; e != head; e = e->next)
        ELEMENT_OF(e)->number = number;
}
