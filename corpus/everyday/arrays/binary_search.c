// Sorts the numbers of the input by insertion and looks for the arguments by halving.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

#define MOST 100

static void sort(long *items, int n) {
    for (int i = 1; i < n; i++) {
        long item = items[i];
        int k = i;
        while (k > 0 && items[k - 1] > item) {
            items[k] = items[k - 1];
            k--;
        }
        items[k] = item;
    }
}

static int find(const long *items, int n, long wanted) {
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (items[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && items[low] == wanted ? low : -1;
}

int main(int argc, char **argv) {
    long items[MOST];
    int n = 0;
    while (n < MOST && scanf("%ld", &items[n]) == 1)
        n++;
    sort(items, n);
    for (int i = 1; i < argc; i++)
        printf("%s: %d\n", argv[i], find(items, n, atol(argv[i])));
    return 0;
}
