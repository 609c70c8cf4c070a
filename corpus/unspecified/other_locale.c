// Whether a locale is there depends on the system.
// verdict: unsafe
// sanitizers: blind, because the system may have the locale
#include <locale.h>

int main(void) {
    return setlocale(LC_ALL, "de_DE.UTF-8")[0] == 'd' ? 0 : 1; // BUG: null-deref
}
