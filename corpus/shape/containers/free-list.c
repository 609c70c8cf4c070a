// An allocator that keeps returned nodes on a free list and gives them out again.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
    int value;
};

static struct cell *free_cells;

static struct cell *take(void)
{
    struct cell *cell = free_cells;
    if (cell) {
        free_cells = cell->next;
        return cell;
    }
    return malloc(sizeof *cell);
}

static void give_back(struct cell *cell)
{
    cell->next = free_cells;
    free_cells = cell;
}

int main(void)
{
    struct cell *used = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct cell *cell = take();
            if (!cell)
                break;
            cell->value = 1;
            cell->next = used;
            used = cell;
        } else if (used) {
            struct cell *cell = used;
            used = cell->next;
            give_back(cell);
        }
    }
    while (used) {
        struct cell *next = used->next;
        give_back(used);
        used = next;
    }
    while (free_cells) {
        struct cell *next = free_cells->next;
        free(free_cells);
        free_cells = next;
    }
    return 0;
}
