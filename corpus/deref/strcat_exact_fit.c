// Appends to a string until the terminator is the last byte of the buffer.
// verdict: safe
#include <assert.h>
#include <string.h>

int main(void) {
    char text[10] = "";
    for (int i = 0; i < 3; i++)
        strcat(text, "abc");
    assert(strlen(text) == 9);
    return 0;
}
