// Gives up where a message could not be printed, or not all of it.
// verdict: safe
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    char *message = malloc(16);
    if (!message)
        return 1;
    int length = snprintf(message, 16, "%d items", 12);
    if (printf("%s\n", message) < 0 || fflush(stdout) == EOF) {
        free(message);
        return 1;
    }
    for (ssize_t at = 0; at < length;) {
        ssize_t written = write(1, message + at, length - at);
        if (written <= 0)
            break;
        at += written;
    }
    free(message);
    return ferror(stdout) ? 1 : 0;
}
