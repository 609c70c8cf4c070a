// Sorts by a key that is the same for all. That they keep their order is assumed, and printed with the verdict.
// verdict: safe
#include <stdlib.h>

struct entry {
    int key, value;
};

static int by_key(const void *a, const void *b) {
    const struct entry *left = a, *right = b;
    return (left->key > right->key) - (left->key < right->key);
}

int main(void) {
    struct entry all[3] = {{1, 1}, {1, 2}, {0, 3}};
    int x = 0, *p = &x;
    qsort(all, 3, sizeof all[0], by_key);
    if (all[0].value != 3 || all[1].value + all[2].value != 3)
        p = NULL;
    if (all[1].value != 1)
        p = NULL;
    return *p;
}
