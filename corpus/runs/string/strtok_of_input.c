// Words of lines.
// run: <<< one two\n  three\n\nfour
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[20];
    while (fgets(line, sizeof line, stdin))
        for (char *w = strtok(line, " \n"); w; w = strtok(NULL, " \n")) printf("<%s>", w);
    return 0;
}
