// Asks for the next word before there was a first one.
// verdict: unsafe
#include <string.h>

int main(void) {
    char *word = strtok(NULL, " "); // BUG: null-deref
    return word != NULL;
}
