// The error happens at certain times only.
// verdict: unsafe
#include <stddef.h>
#include <time.h>

int main(void) {
    int x = 0, *p = &x;
    if (time(NULL) % 1000 == 17)
        p = NULL;
    return *p; // BUG: null-deref
}
