// fgetpos and fsetpos.
// run: text
#include <stdio.h>

int main(int argc, char **argv) {
    FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!f)
        return 1;
    char line[40];
    fpos_t second;
    if (fgets(line, sizeof line, f) && fgetpos(f, &second) == 0) {
        while (fgets(line, sizeof line, f))
            fputs(line, stdout);
        printf("%d\n", fsetpos(f, &second));
        if (fgets(line, sizeof line, f))
            fputs(line, stdout);
    }
    fclose(f);
    return 0;
}
