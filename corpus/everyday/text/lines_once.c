// Prints lines that follow each other once, with their number if wanted.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXLINE 512

int main(int argc, char **argv) {
    char prev[MAXLINE], cur[MAXLINE];
    int showcount = argc > 1 && strcmp(argv[1], "-c") == 0;
    int n = 0;
    if (!fgets(prev, MAXLINE, stdin))
        return 0;
    n = 1;
    while (fgets(cur, sizeof cur, stdin)) {
        if (strcmp(cur, prev) == 0) {
            n++;
            continue;
        }
        if (showcount)
            printf("%7d %s", n, prev);
        else
            fputs(prev, stdout);
        strcpy(prev, cur);
        n = 1;
    }
    if (showcount)
        printf("%7d %s", n, prev);
    else
        fputs(prev, stdout);
    return 0;
}
