// Frees a struct through the address of its first member, which is its own.
// verdict: safe
#include <stdlib.h>

struct item {
    struct {
        int x;
    } first;
    int second;
};

int main(void) {
    struct item *item = malloc(sizeof *item);
    if (!item)
        return 1;
    int *x = &item->first.x;
    *x = 1;
    free(x);
    return 0;
}
