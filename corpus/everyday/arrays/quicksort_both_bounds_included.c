// The loop includes the item behind the last.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static void quicksort(int *items, size_t n) {
    if (n < 2)
        return;
    size_t last = 0;
    swap(&items[0], &items[n / 2]);
    for (size_t i = 1; i <= n; i++)
        if (items[i] < items[0]) // BUG: out-of-bounds
            swap(&items[++last], &items[i]);
    swap(&items[0], &items[last]);
    quicksort(items, last);
    quicksort(items + last + 1, n - last - 1);
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? argc - 1 : 0;
    int *items = malloc(n * sizeof *items);
    if (!items)
        return 1;
    for (size_t i = 0; i < n; i++)
        items[i] = atoi(argv[i + 1]);
    quicksort(items, n);
    for (size_t i = 0; i < n; i++)
        printf("%d\n", items[i]);
    free(items);
    return 0;
}
