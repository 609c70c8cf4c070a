// Allocates strlen bytes for a copy and forgets the terminator.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *from = "heap";
    char *copy = malloc(strlen(from));
    if (!copy)
        return 1;
    strcpy(copy, from); // BUG: out-of-bounds
    free(copy);
    return 0;
}
