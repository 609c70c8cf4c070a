// The arguments joined with commas.
// run: a bc d
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char line[100], *end = line;
    *end = 0;
    for (int i = 1; i < argc; i++) {
        if (i > 1) end = stpcpy(end, ", ");
        end = stpcpy(end, argv[i]);
    }
    printf("%s %td\n", line, end - line);
    return 0;
}
