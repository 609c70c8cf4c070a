// The text of a date does not fit, and nobody looks whether it was written.
// verdict: unsafe
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void)
{
    time_t now = time(NULL);
    struct tm *date = localtime(&now);
    char text[19];
    memset(text, 'x', sizeof text);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", date);
    printf("%zu\n", strlen(text)); // BUG: out-of-bounds
    return 0;
}
