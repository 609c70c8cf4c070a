// Writes into a string literal.
// verdict: unsafe
#include <ctype.h>

static void capitalise(char *text) {
    *text = (char)toupper(*text); // BUG: invalid-pointer
}

int main(void) {
    char array[] = "array", *literal = "literal";
    capitalise(array);
    capitalise(literal);
    return 0;
}
