// Insertion and removal in a circular list of embedded entries.
// command: prove
// functions: 2
#include <stddef.h>
typedef struct list_entry { struct list_entry *Flink, *Blink; } LIST_ENTRY;
struct item { int key; LIST_ENTRY link; };
#define ITEM(e) ((struct item *)((char *)(e) - offsetof(struct item, link)))

/*@ requires BS(head) && \valid(head) && Off(head) == 0 && block(head, Flink) == head;
    requires forall(x, list(head, Flink), \valid(x) && x->Flink->Blink == x && x->Blink->Flink == x);
    requires forall(x, list(head->Flink, Flink), x == head || Off(x) == 8);
    requires \valid(node) && Off(node) == 0 && !BS(&node->link) && !in(&node->link, list(head, Flink));
    requires forall(x, list(head, Flink), Obj(x) != Obj(node));
    assigns {&node->link.Flink, &node->link.Blink, &head->Flink, &head->Flink->Blink};
    ensures head->Flink == &node->link && node->link.Blink == head;
    ensures node->link.Flink == \old(head->Flink) && node->link.Flink->Blink == &node->link;
    ensures block(head, Flink) == head; */
void push(LIST_ENTRY *head, struct item *node)
{
    LIST_ENTRY *first = head->Flink;
    node->link.Flink = first;
    node->link.Blink = head;
    first->Blink = &node->link;
    head->Flink = &node->link;
}

/*@ requires BS(head) && \valid(head) && Off(head) == 0 && block(head, Flink) == head;
    requires forall(x, list(head->Flink, Flink), x == head || !BS(x) && Off(x) == 8 && \valid((struct item *)((char *)x - 8)));
    ensures \result == NULL || \result->key == key; */
struct item *find(LIST_ENTRY *head, int key)
{
    for (LIST_ENTRY *e = head->Flink; e != head; e = e->Flink)
        if (ITEM(e)->key == key)
            return ITEM(e);
    return NULL;
}
