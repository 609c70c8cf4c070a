// No machine has so much memory.
// verdict: safe
#include <stdlib.h>

int main(void) {
    char *block = malloc((size_t)-1);
    if (block)
        block[-1] = 0;
    return 0;
}
