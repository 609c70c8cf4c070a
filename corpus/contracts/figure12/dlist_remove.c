// Removes an entry of a circular doubly-linked list, as the kernel of Windows does.
// command: prove
// functions: 1

typedef struct _LIST_ENTRY {
    struct _LIST_ENTRY *Flink;
    struct _LIST_ENTRY *Blink;
} LIST_ENTRY;

/*@ requires BS(head) && block(head, Flink) == head && block(head, Blink) == head;
    requires reach(head->Flink, Flink, entry) && entry != head && !BS(entry);
    requires entry->Blink == head || reach(head->Flink, Flink, entry->Blink);
    requires reach(head->Blink, Blink, entry);
    requires forall(x, list(head->Flink, Flink), \valid(x) && Off(x) == 0 && x->Blink->Flink == x && x->Flink->Blink == x);
    requires \valid(head) && Off(head) == 0 && head->Flink->Blink == head && head->Blink->Flink == head;
    requires \valid(entry->Flink) && \valid(entry->Blink) && Off(entry->Flink) == 0 && Off(entry->Blink) == 0;
    assigns {&entry->Blink->Flink, &entry->Flink->Blink};
    ensures \old(entry->Blink)->Flink == \old(entry->Flink);
    ensures \old(entry->Flink)->Blink == \old(entry->Blink);
    ensures block(head, Flink) == head && block(head, Blink) == head;
    ensures head->Flink == head || !reach(head->Flink, Flink, entry); */
void dlist_remove(LIST_ENTRY *head, LIST_ENTRY *entry)
{
    LIST_ENTRY *next = entry->Flink;
    LIST_ENTRY *previous = entry->Blink;
    previous->Flink = next;
    next->Blink = previous;
}
