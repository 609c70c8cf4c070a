// All tasks on a circular list are done. The entry is embedded behind the number, so the set of tasks is cast.
// command: prove
// functions: 1
typedef struct _LIST_ENTRY { struct _LIST_ENTRY *Flink, *Blink; } LIST_ENTRY;
typedef struct { int id; LIST_ENTRY link; int done; } TASK;
#define CONTAINING(p) ((TASK *) ((char *) (p) - 8))

/*@ requires BS(head) && \valid(head) && block(head, Flink) == head;
    requires forall(x, list(head->Flink, Flink), \valid(x) && Off(x) == 8 || x == head);
    requires forall(x, nodes(head->Flink, Flink), \valid((TASK *) ((char *) x - 8)) && Obj(x) != Obj(head));
    assigns ((TASK *) decr(nodes(head->Flink, Flink), 8))->done;
    ensures forall(x, nodes(head->Flink, Flink), ((TASK *) ((char *) x - 8))->done == 1); */
void finish(LIST_ENTRY *head)
{
    for (LIST_ENTRY *e = head->Flink; e != head; e = e->Flink)
        CONTAINING(e)->done = 1;
}
