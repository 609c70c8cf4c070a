// Frees a block in every iteration, also where the loop is left early.
// verdict: safe
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 5; i++) {
        char *line = malloc(8);
        if (!line)
            break;
        line[0] = (char)i;
        if (line[0] == 1) {
            free(line);
            continue;
        }
        if (line[0] == 3) {
            free(line);
            break;
        }
        free(line);
    }
    return 0;
}
