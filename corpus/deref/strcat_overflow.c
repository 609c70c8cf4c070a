// Appends to a string until the buffer overflows.
// verdict: unsafe
#include <string.h>

int main(void) {
    char text[10] = "";
    for (int i = 0; i < 4; i++)
        strcat(text, "abc"); // BUG: out-of-bounds
    return text[0];
}
