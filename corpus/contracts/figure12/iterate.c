// Sets the data of every entry of a circular list with an embedded link and a dummy head (figure 2 of the paper).
// command: prove
// functions: 1
#include <stddef.h>

typedef struct _LIST_ENTRY {
    struct _LIST_ENTRY *Flink;
    struct _LIST_ENTRY *Blink;
} LIST_ENTRY;

typedef struct {
    int data;
    LIST_ENTRY link;
} A;

#define CONTAINING_RECORD(a, T, f) ((T *) ((char *) (a) - offsetof(T, f)))

struct {
    LIST_ENTRY a;
} g;

/*@ requires BS(&g.a) && B(&g.a, 0) == &g.a
    requires forall(x, list(g.a.Flink, 0), x == &g.a || Off(x) == 8)
    requires forall(x, list(g.a.Flink, 0), x == &g.a || Obj(x) != Obj(&g.a))
    requires forall(x, list(g.a.Flink, 0), x == &g.a || \valid((A *) ((char *) x - 8)))
    modifies decr(list(g.a.Flink, 0), 8)
    ensures forall(x, list(g.a.Flink, 0), x == &g.a || deref(x-8) == 42) */
void list_iterate(void)
{
    LIST_ENTRY *iter = g.a.Flink;
    //@ loop invariant iter == &g.a || reach(g.a.Flink, Flink, iter) && !BS(iter);
    /*@ loop invariant forall(x, list(g.a.Flink, Flink),
                              x == &g.a || deref(x - 8) == 42 || iter != &g.a && reach(iter, Flink, x)); */
    while (iter != &g.a) {
        A *elem = CONTAINING_RECORD(iter, A, link);
        elem->data = 42;
        iter = iter->Flink;
    }
}
