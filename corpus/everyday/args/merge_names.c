// Merges two sorted halves of the arguments into one array of addresses.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    int n = argc - 1, half = n / 2, i = 0, k = half, used = 0;
    char **merged = malloc((n + 1) * sizeof *merged);
    if (!merged)
        return 1;
    while (i < half && k < n)
        merged[used++] = strcmp(argv[1 + i], argv[1 + k]) <= 0 ? argv[1 + i++] : argv[1 + k++];
    while (i < half)
        merged[used++] = argv[1 + i++];
    while (k < n)
        merged[used++] = argv[1 + k++];
    for (int j = 0; j < used; j++)
        puts(merged[j]);
    free(merged);
    return 0;
}
