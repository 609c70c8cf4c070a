// Prints a wide string with %ls into a buffer that has room for one character only.
// verdict: unsafe
#include <stdio.h>
#include <wchar.h>

int main(void) {
    char text[2];
    sprintf(text, "%ls", L"hello"); // BUG: out-of-bounds
    return text[0] != 'h';
}
