// Events of any order open and close a resource; the guards keep it consistent.
// verdict: safe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *resource = NULL;
    for (;;) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            if (!resource)
                resource = malloc(4);
            break;
        case 1:
            if (resource)
                resource[3]++;
            break;
        case 2:
            free(resource);
            resource = NULL;
            break;
        case 3:
            free(resource);
            return 0;
        }
    }
}
