// Frees a block that the callee has freed already, for some requests.
// verdict: unsafe
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int handle(char *request, unsigned length) {
    request[length] = 0;
    if (length > 2) {
        free(request);
        return -1;
    }
    return request[0];
}

int main(void) {
    char *request = calloc(4, 1);
    if (!request)
        return 1;
    handle(request, __VERIFIER_nondet_uchar() % 4);
    free(request); // BUG: double-free
    return 0;
}
