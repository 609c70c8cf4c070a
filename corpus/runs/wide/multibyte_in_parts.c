// Texts that are made wide and narrow in parts.
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    const char *from = "a longer text";
    wchar_t part[5];
    mbstate_t state;
    memset(&state, 0, sizeof state);
    while (from) {
        size_t count = mbsrtowcs(part, &from, 4, &state);
        part[count] = 0;
        printf("%zu:%d%s", count, (int)part[0], from ? "," : "\n");
    }
    const wchar_t *wide = L"back again";
    char narrow[16];
    size_t count = wcsrtombs(narrow, &wide, sizeof narrow, &state);
    printf("%zu %s %d %d\n", count, narrow, wide == NULL, mbsinit(&state) != 0);
    return 0;
}
