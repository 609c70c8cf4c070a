// One byte of the only pointer to a block is overwritten before the program exits: what is left is no pointer.
// verdict: unsafe
#include <stdlib.h>

char *kept;

int main(void)
{
    kept = malloc(10);
    if (!kept)
        return 0;
    ((unsigned char *)&kept)[7] = 1; // BUG: leak
    exit(0);
}
