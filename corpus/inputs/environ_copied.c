// Copies each variable of the environment into a buffer that is too small for long ones.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

extern char **environ;

int main(void)
{
    char buffer[64];
    for (char **entry = environ; *entry; entry++) {
        strcpy(buffer, *entry); // BUG: out-of-bounds
        puts(buffer);
    }
    return 0;
}
