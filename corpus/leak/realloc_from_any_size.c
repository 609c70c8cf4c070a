// A block of any size becomes too small for the last pointer to another.
// verdict: unsafe
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 2 || count > 100)
        return 0;
    void **table = malloc(count * sizeof *table);
    if (!table)
        return 0;
    table[0] = NULL;
    table[1] = malloc(1);
    void **other = realloc(table, sizeof *table); // BUG: leak
    if (!other) {
        free(table[1]);
        other = table;
    }
    free(other);
    return 0;
}
