// Counts the marked items of a circular list with an embedded link.
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

/*@ requires \valid(head) && BS(head) && block(head, Flink) == head;
    requires forall(x, nodes(head->Flink, Flink), \valid((struct item *) ((char *) x - 8)));
    ensures \result >= 0; */
int count(LIST_ENTRY *head)
{
    int marked = 0;
    for (LIST_ENTRY *e = head->Flink; e != head; e = e->Flink)
        if (ITEM(e)->value != 0 && marked < 1000)
            marked++;
    return marked;
}
