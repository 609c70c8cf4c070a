// The signal that abort sends is handled, and the handler is wrong.
// verdict: unsafe
#include <signal.h>
#include <stdlib.h>

static int *count;

static void handle(int number) {
    *count = number; // BUG: null-deref
}

int main(void) {
    signal(SIGABRT, handle);
    abort();
}
