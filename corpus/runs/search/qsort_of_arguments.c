// Sorting of strings with a context.
// run: pear apple fig '' apple
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b, void *calls) {
    ++*(int *)calls;
    return strcmp(*(char *const *)a, *(char *const *)b);
}
int main(int argc, char **argv) {
    int calls = 0;
    qsort_r(argv + 1, argc - 1, sizeof *argv, by_text, &calls);
    for (int i = 1; i < argc; i++) printf("[%s]", argv[i]);
    printf("%d\n", calls > 0);
    return 0;
}
