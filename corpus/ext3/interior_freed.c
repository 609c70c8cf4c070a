// Skips a prefix of a block and frees what is left of it.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *text = malloc(8);
    if (!text)
        return 1;
    strcpy(text, "  value");
    unsigned skip = __VERIFIER_nondet_uchar();
    if (skip < 3 && text[skip] == ' ')
        text += skip;
    free(text); // BUG: invalid-free
    return 0;
}
