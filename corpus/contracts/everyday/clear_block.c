// A block is cleared at once: `assigns` names its elements.
// command: prove
// functions: 2
#include <string.h>

/*@ requires forall(x, array(p, 4, 10), \valid(x));
    assigns array(p, 4, 10);
    ensures p[3] == 0; */
void clear(int *p)
{
    memset(p, 0, 40);
}

/*@ requires forall(x, array(p, 4, 11), \valid(x));
    assigns array(p, 4, 10);
    ensures p[3] == 0; */
void clear_more(int *p)
{
    memset(p, 0, 44); // BUG: clear_more: assigns
}
