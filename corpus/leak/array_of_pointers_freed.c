// Frees an array of pointers without the blocks in it.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

int main(void) {
    char **lines = malloc(2 * sizeof *lines);
    lines[0] = malloc(8);
    lines[1] = malloc(8);
    free(lines[0]);
    free(lines); // BUG: leak
    return 0;
}
