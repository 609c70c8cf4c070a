// Loses a block at the end of an inner block of the function.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 2; i++) {
        char *line = malloc(8);
        if (line)
            line[0] = 'x';
    } // BUG: leak
    return 0;
}
