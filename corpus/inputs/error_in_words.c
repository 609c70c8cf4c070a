// The text of whatever error there was, into a line that is long enough or cut.
// verdict: safe
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char line[64];
    const char *name = argc > 1 ? argv[1] : "file";
    FILE *file = fopen(name, "r");
    if (!file) {
        snprintf(line, sizeof line, "%s: %s", name, strerror(errno));
        puts(line);
        return 1;
    }
    fclose(file);
    return 0;
}
