// Whether a list has a key: the answer is yes exactly if some node has it.
// command: prove
// functions: 1
#include <stddef.h>

struct node {
    int key;
    struct node *next;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> exists(x, nodes(list, next), x->key == key); */
int contains(struct node *list, int key)
{
    for (; list; list = list->next)
        if (list->key == key)
            return 1;
    return 0;
}
