// Files take the places of the standard streams.
// run: <<< one\ntwo\n
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[32];
    if (fgets(line, sizeof line, stdin))
        fprintf(stderr, "first %s", line);
    FILE *f = fopen("numbers", "w");
    if (!f) return 1;
    fputs("3 4 five\n", f);
    fclose(f);
    if (freopen("numbers", "r", stdin) != stdin) return 2;
    int a, b, count;
    count = scanf("%d %d %d", &a, &b, &a);
    fprintf(stderr, "%d %d %d %d\n", count, a, b, feof(stdin));
    while (getchar() != EOF)
        ;
    fprintf(stderr, "%d\n", feof(stdin));
    if (!freopen("copy", "w", stdout)) return 3;
    printf("%d and %d\n", a, b);
    puts("more");
    fflush(stdout);
    f = fopen("copy", "r");
    if (!f) return 4;
    while (fgets(line, sizeof line, f))
        fprintf(stderr, "[%s]", line);
    fclose(f);
    if (freopen("copy", "r", stdin) != stdin) return 5;
    fprintf(stderr, "%d %c\n", feof(stdin), getchar());
    return 0;
}
