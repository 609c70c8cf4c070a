// Moves one element more than there is.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int *data;
    size_t len, cap;
} vec;

static int push(vec *v, int x) {
    if (v->len == v->cap) {
        size_t cap = v->cap ? v->cap * 2 : 8;
        int *p = realloc(v->data, cap * sizeof *p);
        if (!p)
            return -1;
        v->data = p;
        v->cap = cap;
    }
    v->data[v->len++] = x;
    return 0;
}

static void remove_at(vec *v, size_t i) {
    for (size_t k = i; k < v->len; k++)
        v->data[k] = v->data[k + 1]; // BUG: out-of-bounds
    v->len--;
}

static int cmp(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

int main(void) {
    vec v = {NULL, 0, 0};
    int x;
    while (scanf("%d", &x) == 1) {
        if (push(&v, x) < 0) {
            free(v.data);
            return 1;
        }
    }
    for (size_t i = 0; i < v.len;) {
        if (v.data[i] < 0)
            remove_at(&v, i);
        else
            i++;
    }
    if (v.len > 0)
        qsort(v.data, v.len, sizeof *v.data, cmp);
    for (size_t i = 0; i < v.len; i++)
        printf("%d\n", v.data[i]);
    free(v.data);
    return 0;
}
