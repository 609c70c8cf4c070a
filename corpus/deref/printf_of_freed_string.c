// Prints a string that was freed.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = strdup("name");
    if (!name)
        return 1;
    free(name);
    printf("%s\n", name); // BUG: use-after-free
    return 0;
}
