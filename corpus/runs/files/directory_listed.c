// The names in a folder, sorted.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int by_name(const void *a, const void *b) { return strcmp(a, b); }
int main(void) {
    char names[10][20];
    int n = 0;
    mkdir("sub", 0700);
    DIR *d = opendir(".");
    if (!d) return 1;
    for (struct dirent *e; n < 10 && (e = readdir(d)) != NULL;) snprintf(names[n++], sizeof names[0], "%.19s", e->d_name);
    closedir(d);
    qsort(names, n, sizeof names[0], by_name);
    for (int i = 0; i < n; i++) printf("%s ", names[i]);
    printf("%d\n", opendir("missing") == NULL);
    return 0;
}
