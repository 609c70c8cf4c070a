// Events of any order open and close a resource; closing twice frees twice.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *resource = malloc(4);
    int closed = 0;
    if (!resource)
        return 1;
    for (int step = 0; step < 3; step++) {
        int event = __VERIFIER_nondet_int();
        if (event == 1) {
            free(resource); // BUG: double-free
            closed = 1;
        }
    }
    if (!closed)
        free(resource);
    return 0;
}
