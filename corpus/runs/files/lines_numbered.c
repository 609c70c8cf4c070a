// The lines of a file with their numbers.
// run: text
// run: missing
#include <stdio.h>

int main(int argc, char **argv) {
    char line[100];
    int n = 0;
    FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!f) return 3;
    while (fgets(line, sizeof line, f)) printf("%3d %s", ++n, line);
    fclose(f);
    return 0;
}
