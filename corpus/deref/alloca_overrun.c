// Copies a string with its terminator into stack memory without room for it.
// verdict: unsafe
#include <alloca.h>
#include <string.h>

int main(void) {
    const char *text = "stack";
    char *copy = alloca(strlen(text));
    strcpy(copy, text); // BUG: out-of-bounds
    return 0;
}
