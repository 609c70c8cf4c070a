// Stores two pointers in eight bytes: enough where pointers have four bytes.
// verdict: safe
// args: -m32
#include <stdlib.h>

int main(void) {
    int x = 1;
    int **pair = malloc(8);
    if (!pair)
        return 1;
    pair[0] = &x;
    pair[1] = &x;
    free(pair);
    return 0;
}
