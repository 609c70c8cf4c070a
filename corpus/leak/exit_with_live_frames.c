// Ends the program by exit while locals hold blocks: their frames still live, so nothing is lost.
// verdict: safe
#include <stdlib.h>

static void stop(char *last) {
    char *more = malloc(2);
    if (more && last)
        exit(0);
    exit(1);
}

int main(void) {
    char *p = malloc(4);
    stop(p);
}
