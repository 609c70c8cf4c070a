// A vector of addresses that doubles: every element has a block of its own.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int **items = NULL;
    size_t count = 0, capacity = 0;
    while (__VERIFIER_nondet_int()) {
        if (count == capacity) {
            size_t more = capacity ? capacity * 2 : 8;
            int **grown = realloc(items, more * sizeof *grown);
            if (!grown)
                break;
            items = grown;
            capacity = more;
        }
        int *item = malloc(2 * sizeof *item);
        if (!item)
            break;
        items[count++] = item;
    }
    for (size_t i = 0; i < count; i++)
        free(items[i]);
    free(items);
    return 0;
}
