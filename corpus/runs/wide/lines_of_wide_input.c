// Lines read as wide characters, and written as such.
// run: <<< first line\nsecond\n\nlast without end
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wchar_t line[8];
    int pieces = 0;
    while (fgetws(line, 8, stdin)) {
        fputws(line, stdout);
        fputwc(L'|', stdout);
        pieces++;
    }
    putwchar(L'0' + pieces);
    putwchar(L'\n');
    return getwchar() != WEOF;
}
