// Prints a string and then frees it.
// verdict: safe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = strdup("name");
    if (!name)
        return 1;
    printf("%s %zu\n", name, strlen(name));
    free(name);
    return 0;
}
