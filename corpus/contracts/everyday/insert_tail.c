// A circular doubly-linked list of devices with an embedded entry: insertion at its end.
// command: prove
// functions: 2
#include <stddef.h>
typedef struct _LIST_ENTRY { struct _LIST_ENTRY *Flink, *Blink; } LIST_ENTRY;
typedef struct { int id; LIST_ENTRY link; } DEVICE;
#define CONTAINING_RECORD(a, T, f) ((T *) ((char *) (a) - offsetof(T, f)))

/*@ requires \valid(h) && BS(h) && block(h->Flink, Flink) == h;
    requires forall(x, list(h->Flink, Flink), \valid(x) && (x == h || Off(x) == 8) && x->Flink->Blink == x);
    requires Off(h) == 0 && h->Flink->Blink == h;
    requires \valid(e) && Off(e) == 8 && !BS(e) && !reach(h->Flink, Flink, e) && Obj(e) != Obj(h);
    assigns {&h->Blink, &h->Blink->Flink, &e->Flink, &e->Blink};
    requires \valid(h->Blink) && in(h->Blink, list(h->Flink, Flink)) && h->Blink->Flink == h;
    ensures block(h->Flink, Flink) == h && h->Blink == e && e->Flink == h;
    ensures in(e, nodes(h->Flink, Flink));
    ensures e->Blink == \old(h->Blink); */
void InsertTailList(LIST_ENTRY *h, LIST_ENTRY *e)
{
    LIST_ENTRY *b = h->Blink;
    e->Flink = h;
    e->Blink = b;
    b->Flink = e;
    h->Blink = e;
}

/*@ requires \valid(h);
    ensures \result == (h->Flink == h); */
int IsListEmpty(LIST_ENTRY *h) { return h->Flink == h; }
