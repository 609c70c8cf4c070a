// Shows a text of which only the end was written.
// verdict: unsafe
// property: initialized
#include <stdio.h>

int main(void) {
    char text[10];
    text[9] = '\0';
    puts(text); // BUG: uninitialized-read
    return 0;
}
