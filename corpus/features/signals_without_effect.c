// Some signals are ignored where no handler is set, and some numbers are no signals: the program goes on.
// verdict: unsafe
#include <signal.h>
#include <stddef.h>

int main(void) {
    int *p = NULL;
    if (raise(0) != 0 || raise(-1) != -1 || raise(SIGCHLD) != 0 || raise(SIGURG) != 0)
        return 1;
    if (signal(SIGKILL, SIG_IGN) != SIG_ERR)
        return 2;
    return *p; // BUG: null-deref
}
