// A stream keeps a buffer that has left its scope, and the end of the program writes it out.
// verdict: unsafe
// sanitizers: blind, because what the library does inside is not checked
#include <stdio.h>
#include <string.h>

static void talk(void) {
    char buffer[64];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    fputs("text", stdout); // BUG: use-after-scope
}

int main(void) {
    char other[256];
    talk();
    memset(other, 1, sizeof other);
    fputs(other[3] ? "more" : "less", stdout); // BUG: use-after-scope
    return 0;
}
