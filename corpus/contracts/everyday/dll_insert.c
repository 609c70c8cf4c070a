// Inserts an entry behind another in a circular doubly-linked list.
// command: prove
// functions: 1
#include <stddef.h>

typedef struct _LIST_ENTRY {
    struct _LIST_ENTRY *Flink;
    struct _LIST_ENTRY *Blink;
} LIST_ENTRY;

struct item {
    int value;
    LIST_ENTRY link;
};

#define ITEM(e) ((struct item *) ((char *) (e) - offsetof(struct item, link)))

/*@ requires \valid(at) && \valid(at->Flink) && \valid(entry) && Off(at) == 0 && Off(at->Flink) == 0 && Off(entry) == 0;
    requires at->Flink->Blink == at && entry != at && entry != at->Flink && !BS(entry);
    requires forall(x, list(at->Flink, Flink), Off(x) == 0 && x != entry);
    requires forall(x, list(at->Flink, Blink), Off(x) == 0 && x != entry);
    requires forall(x, list(at, Blink), Off(x) == 0 && x != entry);
    assigns {&at->Flink, &at->Flink->Blink, &entry->Flink, &entry->Blink};
    ensures at->Flink == entry && entry->Blink == at && entry->Flink == \old(at->Flink);
    ensures entry->Flink->Blink == entry; */
void insert(LIST_ENTRY *at, LIST_ENTRY *entry)
{
    LIST_ENTRY *next = at->Flink;
    entry->Flink = next;
    entry->Blink = at;
    next->Blink = entry;
    at->Flink = entry;
}
