// A pair of hours that exclude each other is let into the calendar.
// verdict: unsafe
// property: unreach-call
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct entry {
    struct entry *next;
    int from, to;
};

int main(void)
{
    struct entry *calendar = NULL;
    while (__VERIFIER_nondet_int()) {
        int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
        if (from < 0 || from > 3 || to < 0 || to > 3)
            continue;
        if ((from == 0 && to == 2) || (from == 0 && to == 3))
            continue;
        struct entry *entry = malloc(sizeof *entry);
        entry->from = from;
        entry->to = to;
        entry->next = calendar;
        calendar = entry;
    }
    for (struct entry *entry = calendar; entry; entry = entry->next)
        if ((entry->from == 1 && entry->to == 3) || (entry->from == 0 && entry->to == 2))
            __VERIFIER_error(); // BUG: reach-error
    return 0;
}
