// Inserts at the front of a circular list with an embedded LIST_ENTRY.
// command: prove
// functions: 2
#include <stddef.h>

typedef struct _LIST_ENTRY {
    struct _LIST_ENTRY *Flink;
    struct _LIST_ENTRY *Blink;
} LIST_ENTRY;

typedef struct {
    int data;
    LIST_ENTRY link;
} RECORD;

/*@ requires \valid(head) && BS(head) && block(head, Flink) == head && Off(head) == 0;
    requires \valid(head->Flink) && \valid(entry) && !BS(entry) && entry != head;
    requires forall(x, nodes(head->Flink, Flink), Off(x) == 8) && Off(entry) == 8;
    requires !in(entry, nodes(head->Flink, Flink)) && Obj(entry) != Obj(head) && Obj(entry) != Obj(head->Flink);
    assigns {&head->Flink, &head->Flink->Blink, &entry->Flink, &entry->Blink};
    ensures head->Flink == entry && entry->Flink == \old(head->Flink) && entry->Blink == head;
    ensures block(head, Flink) == head; */
void insert_head(LIST_ENTRY *head, LIST_ENTRY *entry)
{
    LIST_ENTRY *first = head->Flink;
    entry->Flink = first;
    entry->Blink = head;
    first->Blink = entry;
    head->Flink = entry;
}

/*@ requires \valid(head) && BS(head) && block(head, Flink) == head && Off(head) == 0;
    requires \valid(head->Flink) && \valid(record) && !BS(&record->link) && Off(record) == 0;
    requires forall(x, nodes(head->Flink, Flink), Off(x) == 8);
    requires !in(&record->link, nodes(head->Flink, Flink)) && Obj(record) != Obj(head);
    requires Obj(record) != Obj(head->Flink);
    assigns {&head->Flink, &head->Flink->Blink, &record->link.Flink, &record->link.Blink, &record->data};
    ensures record->data == data && in(&record->link, list(head->Flink, Flink)); */
void enter(LIST_ENTRY *head, RECORD *record, int data)
{
    record->data = data;
    insert_head(head, &record->link);
}
