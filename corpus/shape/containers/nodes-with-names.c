// Nodes point to string literals and to global tables, which they share.
// verdict: safe
// paths: unbounded
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int small[2] = { 1, 2 };
static int large[5] = { 1, 2, 3, 4, 5 };

struct entry {
    struct entry *next, *prev;
    const char *name;
    int *table;
    int size;
};

static struct entry *create(void)
{
    struct entry *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct entry *entry = calloc(1, sizeof *entry);
        if (!entry)
            break;
        if (__VERIFIER_nondet_int()) {
            entry->name = "small";
            entry->table = small;
        } else {
            entry->name = __VERIFIER_nondet_int() ? "large" : "very large";
            entry->table = large;
        }
        entry->next = list;
        if (list)
            list->prev = entry;
        list = entry;
    }
    return list;
}

int main(void)
{
    struct entry *list = create();
    int sum = 0;
    for (struct entry *entry = list; entry; entry = entry->next) {
        sum += entry->table[1] + entry->name[4];
        if (entry->table == large)
            sum += entry->table[4];
        else
            assert(entry->table == small);
    }
    while (list) {
        struct entry *next = list->next;
        if (next)
            next->prev = NULL;
        list->name = NULL;
        free(list);
        list = next;
    }
    return sum == 3;
}
