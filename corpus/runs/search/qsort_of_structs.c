// qsort with a comparison of members; equal elements are told apart.
#include <stdio.h>
#include <stdlib.h>

struct pair { int key, id; };
static int by_key(const void *a, const void *b) {
    const struct pair *p = a, *q = b;
    return p->key != q->key ? (p->key > q->key) - (p->key < q->key) : p->id - q->id;
}
int main(void) {
    struct pair v[] = {{3, 0}, {1, 1}, {3, 2}, {2, 3}, {1, 4}};
    qsort(v, 5, sizeof v[0], by_key);
    for (int i = 0; i < 5; i++) printf("%d.%d ", v[i].key, v[i].id);
    qsort(v, 0, sizeof v[0], by_key);
    return 0;
}
