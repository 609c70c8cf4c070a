// The longest name of the environment, in an array that has no room for it.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

extern char **environ;

int main(void) {
    char longest[100] = "";
    for (char **at = environ; *at; at++) {
        char *equals = strchr(*at, '=');
        size_t length = equals ? (size_t)(equals - *at) : 0;
        if (length > strlen(longest)) {
            memcpy(longest, *at, length); // BUG: out-of-bounds
            longest[length] = 0; // BUG: out-of-bounds
        }
    }
    puts(longest);
    return 0;
}
