// A pointer in a block that gets any size is kept, or freed by hand where the block is too small for it.
// verdict: safe
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    void **table = malloc(8 * sizeof *table);
    if (!table)
        return 0;
    void *last = malloc(1);
    table[7] = last;
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100)
        count = 8;
    void **other = realloc(table, count * sizeof *table);
    if (!other) {
        other = table;
        count = 8;
    }
    free(count < 8 ? last : other[7]);
    free(other);
    return 0;
}
