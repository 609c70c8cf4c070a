// A function that runs after main uses what main has freed.
// verdict: unsafe
#include <stdlib.h>

static int *counter;

__attribute__((destructor)) static void report(void) {
    if (counter)
        ++*counter; // BUG: use-after-free
}

int main(void) {
    counter = calloc(1, sizeof *counter);
    free(counter);
    return 0;
}
