// Hands a block to a callee, which frees it and tells so by clearing the caller's pointer.
// verdict: safe
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static void handle(char **request, unsigned length) {
    (*request)[length] = 0;
    if (length > 2) {
        free(*request);
        *request = NULL;
    }
}

int main(void) {
    char *request = calloc(4, 1);
    if (!request)
        return 1;
    handle(&request, __VERIFIER_nondet_uchar() % 4);
    free(request);
    return 0;
}
