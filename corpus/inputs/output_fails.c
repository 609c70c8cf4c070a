// Frees a message where it could not be printed, and then again.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *message = malloc(32);
    if (!message)
        return 1;
    strcpy(message, "nothing to do\n");
    if (fputs(message, stdout) == EOF) {
        perror("output");
        free(message);
    }
    free(message); // BUG: double-free
    return 0;
}
