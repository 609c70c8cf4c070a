// Formats a number with snprintf, which truncates what does not fit.
// verdict: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[5];
    int wanted = snprintf(text, sizeof text, "%d", 1234567);
    assert(wanted == 7 && strcmp(text, "1234") == 0);
    return 0;
}
