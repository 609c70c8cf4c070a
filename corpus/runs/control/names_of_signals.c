// Signals have names.
#include <signal.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    printf("%s, %s, %s\n", strsignal(SIGSEGV), strsignal(SIGINT), strsignal(SIGTERM));
    return 0;
}
