// Writes into an array that was initialised from a string literal.
// verdict: safe
#include <assert.h>
#include <ctype.h>

static void capitalise(char *text) {
    *text = (char)toupper(*text);
}

int main(void) {
    char array[] = "array";
    static char other[] = {"other"};
    capitalise(array);
    capitalise(other);
    assert(array[0] == 'A' && other[0] == 'O');
    return 0;
}
