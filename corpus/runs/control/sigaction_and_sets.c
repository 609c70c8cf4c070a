// sigaction and sets of signals.
#include <signal.h>
#include <stdio.h>

static int calls;
static void on_action(int number) { (void)number; calls++; }
int main(void) {
    struct sigaction a = {0}, old;
    sigset_t set;
    a.sa_handler = on_action;
    sigemptyset(&a.sa_mask);
    sigaction(SIGUSR2, &a, &old);
    raise(SIGUSR2);
    sigfillset(&set);
    sigdelset(&set, SIGINT);
    printf("%d %d %d ", calls, sigismember(&set, SIGINT), sigismember(&set, SIGTERM));
    sigaddset(&set, SIGINT);
    printf("%d\n", sigismember(&set, SIGINT));
    return 0;
}
