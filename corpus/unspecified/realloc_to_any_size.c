// A pointer behind the end of a block that shrank to any size is lost, and what is there when the block grows again
// is no pointer.
// verdict: unsafe
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    void **table = malloc(64 * sizeof *table);
    if (!table)
        return 0;
    void *last = malloc(1);
    table[63] = last;
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 63) {
        free(last);
        free(table);
        return 0;
    }
    void **smaller = realloc(table, count * sizeof *table);
    if (smaller)
        table = smaller;
    void **larger = realloc(table, 64 * sizeof *table);
    if (larger)
        table = larger;
    if (smaller && larger)
        free(table[63]); // BUG: invalid-free
    else
        free(last);
    free(table);
    return 0;
}
