// Empties a list, freeing every node and the text it owns, each once.
// command: prove
// functions: 1
#include <stdlib.h>

struct entry {
    char *text;
    struct entry *next;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    requires forall(x, nodes(list, next), alloc(x->text) && Off(x->text) == 0);
    requires forall(x, nodes(list, next), forall(y, nodes(list, next), Obj(x->text) != Obj(y)));
    requires forall(x, nodes(list, next), forall(y, nodes(list, next), x == y || Obj(x->text) != Obj(y->text)));
    frees nodes(list, next), deref(nodes(list, next)->text); */
void muh_free(struct entry *list)
{
    //@ loop invariant acyclic(list, next) && (list == NULL || !BS(list));
    //@ loop invariant forall(x, nodes(list, next), in(x, \old(nodes(list, next))) && alloc(x) && alloc(x->text));
    while (list) {
        struct entry *next = list->next;
        free(list->text);
        free(list);
        list = next;
    }
}
