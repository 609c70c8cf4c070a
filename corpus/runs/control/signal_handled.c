// raise calls the handler of signal.
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t got;
static void on_signal(int number) { got = number; }
int main(void) {
    void (*old)(int) = signal(SIGUSR1, on_signal);
    raise(SIGUSR1);
    printf("%d %d\n", got == SIGUSR1, old == SIG_DFL);
    signal(SIGUSR1, SIG_IGN);
    got = 0;
    raise(SIGUSR1);
    printf("%d\n", (int)got);
    return 0;
}
