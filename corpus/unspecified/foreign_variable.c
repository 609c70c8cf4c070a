// A variable that is defined nowhere may have any value.
// verdict: unsafe
#include <stddef.h>

extern int setting;

int main(void) {
    int x = 0, *p = &x;
    if (setting == 3)
        p = NULL;
    return *p; // BUG: null-deref
}
