// A file is written and read back.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[20];
    FILE *f = fopen("new", "w");
    if (!f) return 1;
    fprintf(f, "%d\n%s\n", 42, "text");
    printf("%ld ", ftell(f));
    fclose(f);
    f = fopen("new", "r");
    if (!f) return 1;
    while (fgets(line, sizeof line, f)) printf("[%s]", line);
    fclose(f);
    return 0;
}
