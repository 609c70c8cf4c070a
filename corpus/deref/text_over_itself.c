// Appends to a text by writing it over itself.
// verdict: unsafe
// sanitizers: blind, because what the library copies inside is not checked
#include <stdio.h>

int main(void) {
    char text[32] = "one";
    char other[32];
    sprintf(other, "%s, %s", text, "two");
    snprintf(text, sizeof text, "%s, %s", text, "two"); // BUG: overlapping-copy
    return other[0] - text[0];
}
