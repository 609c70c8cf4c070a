// What a list has: its last node, the last one with a key, the one with the largest key, whether all keys are positive.
// command: prove
// functions: 4
#include <stddef.h>

typedef struct item {
    int key;
    int count;
    struct item *next;
} item;

/*@ requires acyclic(head, next) && (head == NULL || !BS(head));
    requires forall(x, nodes(head, next), \valid(x) && Off(x) == 0);
    assigns \nothing;
    ensures \result == NULL || in(\result, nodes(head, next)) && \result->next == NULL;
    ensures head != NULL ==> \result != NULL; */
item *last_of(item *head)
{
    if (head == NULL)
        return NULL;
    while (head->next != NULL)
        head = head->next;
    return head;
}

/*@ requires acyclic(head, next) && (head == NULL || !BS(head));
    requires forall(x, nodes(head, next), \valid(x) && Off(x) == 0);
    assigns \nothing;
    ensures \result != NULL ==> in(\result, nodes(head, next)) && \result->key == key;
    ensures \result == NULL ==> forall(x, nodes(head, next), x->key != key); */
item *find_last(item *head, int key)
{
    item *found = NULL;
    for (; head; head = head->next)
        if (head->key == key)
            found = head;
    return found;
}

/*@ requires acyclic(head, next) && head != NULL && !BS(head);
    requires forall(x, nodes(head, next), \valid(x) && Off(x) == 0);
    assigns \nothing;
    ensures in(\result, nodes(head, next));
    ensures forall(x, nodes(head, next), x->key <= \result->key); */
item *largest(item *head)
{
    item *best = head;
    for (item *at = head->next; at != NULL; at = at->next)
        if (at->key > best->key)
            best = at;
    return best;
}

/*@ requires acyclic(head, next) && (head == NULL || !BS(head));
    requires forall(x, nodes(head, next), \valid(x) && Off(x) == 0);
    assigns \nothing;
    ensures \result == 1 <==> forall(x, nodes(head, next), x->key > 0);  */
int all_positive(const item *head)
{
    while (head) {
        if (head->key <= 0)
            return 0;
        head = head->next;
    }
    return 1;
}
