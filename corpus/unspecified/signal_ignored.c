// A signal that is ignored unless it is handled does not end the program.
// verdict: unsafe
#include <signal.h>

int main(void) {
    int x = 0, *p = &x;
    if (raise(SIGCHLD) == 0)
        p = 0;
    return *p; // BUG: null-deref
}
