// Sorts numbers by merging halves with one spare block.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void merge_sort(int *items, int *spare, size_t n) {
    if (n < 2)
        return;
    size_t half = n / 2, i = 0, k = half, out = 0;
    merge_sort(items, spare, half);
    merge_sort(items + half, spare, n - half);
    while (i < half && k < n)
        spare[out++] = items[i] <= items[k] ? items[i++] : items[k++];
    while (i < half)
        spare[out++] = items[i++];
    while (k < n)
        spare[out++] = items[k++];
    memcpy(items, spare, n * sizeof *items);
}

int main(void) {
    int items[64], spare[64], number;
    size_t n = 0;
    while (n < 64 && scanf("%d", &number) == 1)
        items[n++] = number;
    merge_sort(items, spare, n);
    for (size_t i = 0; i < n; i++)
        printf("%d\n", items[i]);
    return 0;
}
