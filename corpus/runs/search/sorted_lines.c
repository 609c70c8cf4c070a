// The lines of the input, sorted.
// run: <<< pear\napple\nfig\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_line(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
int main(void) {
    char *lines[10], line[50];
    int n = 0;
    while (n < 10 && fgets(line, sizeof line, stdin)) {
        lines[n] = strdup(line);
        if (!lines[n]) break;
        n++;
    }
    qsort(lines, n, sizeof *lines, by_line);
    for (int i = 0; i < n; i++) { fputs(lines[i], stdout); free(lines[i]); }
    return 0;
}
