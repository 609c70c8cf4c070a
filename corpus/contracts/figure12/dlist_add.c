// Inserts an entry at the head of a circular doubly-linked list, as the kernel of Windows does.
// command: prove
// functions: 1

typedef struct _LIST_ENTRY {
    struct _LIST_ENTRY *Flink;
    struct _LIST_ENTRY *Blink;
} LIST_ENTRY;

/*@ requires BS(head) && block(head, Flink) == head && block(head, Blink) == head;
    requires \valid(head) && \valid(head->Flink);
    requires Off(head) == 0 && Off(entry) == 0;
    requires forall(x, list(head->Flink, Flink), Off(x) == 0) && forall(x, list(head->Flink, Blink), Off(x) == 0);
    requires head->Flink->Blink == head;
    requires \valid(entry) && !BS(entry);
    requires !reach(head, Flink, entry) && !reach(head, Blink, entry);
    requires !reach(head->Flink, Flink, entry) && !reach(head->Flink, Blink, entry);
    assigns {&head->Flink, &head->Flink->Blink, &entry->Flink, &entry->Blink};
    ensures head->Flink == entry && entry->Blink == head;
    ensures entry->Flink == \old(head->Flink) && \old(head->Flink)->Blink == entry;
    ensures block(head, Flink) == head && block(entry, Blink) == head;
    ensures forall(x, list(head, Flink), x == entry || \old(reach(head, Flink, x)) || \old(reach(head->Flink, Flink, x))); */
void dlist_add(LIST_ENTRY *head, LIST_ENTRY *entry)
{
    LIST_ENTRY *first = head->Flink;
    entry->Flink = first;
    entry->Blink = head;
    first->Blink = entry;
    head->Flink = entry;
}
