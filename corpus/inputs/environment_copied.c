// Copies an environment variable into a buffer that is too small for long ones.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

int main(void) {
    char buffer[16];
    const char *home = getenv("HOME");
    if (!home)
        return 1;
    strcpy(buffer, home); // BUG: out-of-bounds
    return buffer[0] == 0;
}
