// The texts of most errors are longer than the line.
// verdict: unsafe
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char line[12];
    FILE *file = fopen(argc > 1 ? argv[1] : "file", "r");
    if (!file) {
        strcpy(line, strerror(errno)); // BUG: out-of-bounds
        puts(line);
        return 1;
    }
    fclose(file);
    return 0;
}
