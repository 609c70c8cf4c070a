// strncpy fills the buffer, and the program sets the terminator.
// verdict: safe
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = malloc(5);
    if (!name)
        return 1;
    strncpy(name, "longer", 4);
    name[4] = '\0';
    size_t length = strlen(name);
    free(name);
    return (int)length - 4;
}
