// Functions registered with atexit run in reverse order, also after exit.
// verdict: safe
// property: memsafety,valid-memcleanup,unreach-call
// malloc: ok
#include <assert.h>
#include <stdlib.h>

static char *first, *second;

static void free_first(void) {
    assert(!second);
    free(first);
}

static void free_second(void) {
    free(second);
    second = NULL;
}

int main(void) {
    atexit(free_first);
    atexit(free_second);
    first = malloc(1);
    second = malloc(2);
    exit(3);
}
