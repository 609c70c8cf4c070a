// Words in an array of arrays, sorted with qsort.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

int main(void) {
    char words[100][20];
    int n = 0;
    while (n < 100 && scanf("%19s", words[n]) == 1)
        n++;
    qsort(words, n, sizeof words[0], by_name);
    for (int i = 0; i < n; i++)
        puts(words[i]);
    return 0;
}
