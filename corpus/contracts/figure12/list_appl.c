// An application with two circular doubly-linked lists, of waiting and of running jobs. Each job knows its queue. A job is
// moved from one list to the other by the primitive operations on lists.
// command: prove
// functions: 4
#include <stddef.h>

typedef struct _LIST_ENTRY {
    struct _LIST_ENTRY *Flink;
    struct _LIST_ENTRY *Blink;
} LIST_ENTRY;

typedef struct {
    LIST_ENTRY link;
    LIST_ENTRY *queue;
    int running;
} JOB;

LIST_ENTRY waiting;
LIST_ENTRY active;

/*@ requires \valid(head) && BS(head);
    assigns {&head->Flink, &head->Blink};
    ensures head->Flink == head && head->Blink == head;
    ensures block(head, Flink) == head; */
void list_init(LIST_ENTRY *head)
{
    head->Flink = head;
    head->Blink = head;
}

/*@ requires \valid(head) && \valid(head->Flink) && \valid(entry);
    requires Off(head) == 0 && Off(head->Flink) == 0 && Off(entry) == 0;
    requires BS(head) && block(head, Flink) == head && !BS(entry);
    requires !reach(head->Flink, Flink, entry) && head != entry;
    requires forall(x, list(head->Flink, Flink), Off(x) == 0);
    assigns {&head->Flink, &head->Flink->Blink, &entry->Flink, &entry->Blink};
    ensures head->Flink == entry && entry->Blink == head;
    ensures entry->Flink == \old(head->Flink) && \old(head->Flink)->Blink == entry;
    ensures block(head, Flink) == head;
    ensures forall(x, nodes(head->Flink, Flink), x == entry || \old(in(x, nodes(head->Flink, Flink)))); */
void list_add(LIST_ENTRY *head, LIST_ENTRY *entry)
{
    LIST_ENTRY *first = head->Flink;
    entry->Flink = first;
    entry->Blink = head;
    first->Blink = entry;
    head->Flink = entry;
}

/*@ requires \valid(head) && BS(head) && block(head, Flink) == head && Off(head) == 0;
    requires in(entry, nodes(head->Flink, Flink)) && \valid(entry) && Off(entry) == 0;
    requires forall(x, list(head->Flink, Flink), Off(x) == 0);
    requires \valid(entry->Flink) && Off(entry->Flink) == 0 && \valid(entry->Blink) && Off(entry->Blink) == 0;
    requires entry->Blink->Flink == entry && (entry->Blink == head || in(entry->Blink, nodes(head->Flink, Flink)));
    assigns {&entry->Blink->Flink, &entry->Flink->Blink};
    ensures block(head, Flink) == head;
    ensures !in(entry, nodes(head->Flink, Flink));
    ensures forall(x, nodes(head->Flink, Flink), \old(in(x, nodes(head->Flink, Flink)))); */
void list_remove(LIST_ENTRY *head, LIST_ENTRY *entry)
{
    LIST_ENTRY *next = entry->Flink;
    LIST_ENTRY *previous = entry->Blink;
    previous->Flink = next;
    next->Blink = previous;
}

/*@ requires BS(&waiting) && block(&waiting, Flink) == &waiting && BS(&active) && block(&active, Flink) == &active;
    requires forall(x, nodes(waiting.Flink, Flink), \valid((JOB *) x) && Off(x) == 0 && ((JOB *) x)->queue == &waiting
                                                    && ((JOB *) x)->running == 0);
    requires forall(x, nodes(active.Flink, Flink), \valid((JOB *) x) && Off(x) == 0 && ((JOB *) x)->queue == &active
                                                   && ((JOB *) x)->running == 1);
    requires forall(x, nodes(waiting.Flink, Flink), !in(x, nodes(active.Flink, Flink)));
    requires \valid(active.Flink) && Off(active.Flink) == 0;
    requires in(&job->link, nodes(waiting.Flink, Flink)) && Obj(job) != Obj(&active) && Obj(job) != Obj(&waiting);
    requires \valid(job->link.Flink) && Off(job->link.Flink) == 0 && \valid(job->link.Blink) && Off(job->link.Blink) == 0;
    requires job->link.Blink->Flink == &job->link;
    requires job->link.Blink == &waiting || in(job->link.Blink, nodes(waiting.Flink, Flink));
    requires job->link.Flink == &waiting || in(job->link.Flink, nodes(waiting.Flink, Flink));
    assigns {&job->link.Blink->Flink, &job->link.Flink->Blink, &job->link.Flink, &job->link.Blink},
            {&active.Flink, &active.Flink->Blink, &job->queue, &job->running};
    ensures block(&waiting, Flink) == &waiting && block(&active, Flink) == &active;
    ensures in(&job->link, nodes(active.Flink, Flink)) && !in(&job->link, nodes(waiting.Flink, Flink));
    ensures forall(x, nodes(waiting.Flink, Flink), ((JOB *) x)->queue == &waiting && ((JOB *) x)->running == 0);
    ensures forall(x, nodes(active.Flink, Flink), ((JOB *) x)->queue == &active && ((JOB *) x)->running == 1); */
void start(JOB *job)
{
    list_remove(&waiting, &job->link);
    list_add(&active, &job->link);
    job->queue = &active;
    job->running = 1;
}
