// Sets the locale that every program starts with, asks for it, and lets the environment choose.
// verdict: safe
#include <assert.h>
#include <locale.h>
#include <string.h>

int main(void) {
    const char *name = setlocale(LC_ALL, "C");
    assert(strcmp(name, "C") == 0);
    setlocale(LC_ALL, "");
    return setlocale(LC_CTYPE, NULL)[0] == 'C' ? 0 : 1;
}
