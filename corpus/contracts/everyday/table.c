// A list that begins in a variable: adding to it and looking it up.
// command: prove
// functions: 2
#include <stdlib.h>
struct entry { int key; struct entry *next; };
static struct entry *table;
static int count;
/*@ requires acyclic(table, next) && (table == NULL || !BS(table));
    requires forall(x, nodes(table, next), \valid(x) && Off(x) == 0);
    requires count >= 0 && count < 1000;
    assigns {&table, &count};
    ensures acyclic(table, next);
    ensures \result == 0 ==> table->key == key && table->next == \old(table) && count == \old(count) + 1;
    ensures \result != 0 ==> table == \old(table) && count == \old(count); */
int add(int key)
{
    struct entry *e = malloc(sizeof *e);
    if (!e)
        return -1;
    e->key = key;
    e->next = table;
    //@ ghost BS -= {e};
    table = e;
    count++;
    return 0;
}
/*@ requires acyclic(table, next) && (table == NULL || !BS(table));
    requires forall(x, nodes(table, next), \valid(x) && Off(x) == 0);
    ensures \result != NULL ==> in(\result, nodes(table, next)) && \result->key == key;
    ensures \result == NULL ==> forall(x, nodes(table, next), x->key != key); */
struct entry *lookup(int key)
{
    struct entry *e;
    for (e = table; e; e = e->next)
        if (e->key == key)
            return e;
    return NULL;
}
