// Appends to a text what stands in another part of the same array.
// verdict: safe
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[32] = "one";
    size_t length = strlen(text);
    int more = snprintf(text + length + 1, sizeof text - length - 1, "%s, %.2s", text, text);
    return text[length + (size_t)more];
}
