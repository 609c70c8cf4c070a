// Callbacks with a context: a list of handlers is called, one after the other.
// command: prove
// functions: 5
#include <stddef.h>

/*@ requires \valid(context);
    assigns {context};
    ensures *context >= \old(*context); */
typedef void (*handler)(int *context, int event);

struct entry { handler run; struct entry *next; };

/*@ requires acyclic(list, next) && (list == NULL || !BS(list)) && \valid(context);
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0 && \valid(x->run) && Obj(x) != Obj(context));
    assigns {context};
    ensures *context >= \old(*context); */
void raise(struct entry *list, int *context, int event)
{
    while (list) {
        list->run(context, event);
        list = list->next;
    }
}

static void count(int *context, int event)
{
    if (*context < 1000000)
        *context += 1;
    (void)event;
}

/*@ requires \valid(context);
    assigns {context};
    ensures *context == (\old(*context) < event ? event : \old(*context)); */
static void most(int *context, int event)
{
    if (*context < event)
        *context = event;
}

/*@ requires event > 0;
    ensures \result >= 0; */
int use(int event)
{
    int total = 0;
    struct entry second = { most, NULL };
    struct entry first = { count, &second };
    /*@ ghost BS -= {&first}; ghost BS -= {&second}; */
    raise(&first, &total, event);
    return total;
}
