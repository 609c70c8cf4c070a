// Jobs on a circular list with a head: all are marked as done, and nothing else is touched.
// command: prove
// functions: 2
#include <stddef.h>
typedef struct _LIST_ENTRY {
    struct _LIST_ENTRY *Flink, *Blink;
} LIST_ENTRY;
struct job {
    int priority;
    int done;
    LIST_ENTRY link;
};
#define JOB(entry) ((struct job *) ((char *) (entry) - offsetof(struct job, link)))

/*@ requires BS(head) && block(head, Flink) == head && \valid(head) && Off(head) == 0;
    requires forall(x, list(head->Flink, Flink),
                    x == head || Off(x) == 8 && Obj(x) != Obj(head) && \valid((struct job *) ((char *) x - 8)));
    assigns decr(list(head->Flink, Flink), 4);
    ensures forall(x, list(head->Flink, Flink), x == head || deref(x - 4) == 1); */
void finish_all(LIST_ENTRY *head)
{
    for (LIST_ENTRY *at = head->Flink; at != head; at = at->Flink)
        JOB(at)->done = 1;
}

/*@ requires BS(head) && block(head, Flink) == head && \valid(head) && Off(head) == 0;
    requires forall(x, list(head->Flink, Flink),
                    x == head || Off(x) == 8 && Obj(x) != Obj(head) && \valid((struct job *) ((char *) x - 8)));
    assigns decr(list(head->Flink, Flink), 4);
    ensures forall(x, list(head->Flink, Flink), x == head || deref(x - 4) == 1); */ // BUG: finish_urgent: postcondition
void finish_urgent(LIST_ENTRY *head)
{
    for (LIST_ENTRY *at = head->Flink; at != head; at = at->Flink)
        if (JOB(at)->priority > 0)
            JOB(at)->done = 1;
}
