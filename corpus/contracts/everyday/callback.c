// A call through a pointer to a function that has a contract.
// command: prove
// functions: 2
#include <stddef.h>
typedef int (*compare)(const int *a, const int *b);
/*@ requires \valid_read(a) && \valid_read(b); assigns \nothing; ensures \result != 0 <==> *a < *b; */
static int less(const int *a, const int *b) { return *a < *b; }

/*@ requires \valid(p) && \valid(q);
    assigns {p, q};
    ensures *p >= *q; */
void order(int *p, int *q)
{
    compare c = less;
    if (c(p, q)) {
        int t = *p;
        *p = *q;
        *q = t;
    }
}
