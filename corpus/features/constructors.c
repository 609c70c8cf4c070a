// Functions that run before and after main, in order of priority.
// verdict: safe
// property: memsafety,valid-memcleanup,unreach-call
#include <assert.h>
#include <stdlib.h>

static char *trace;
static int length;

__attribute__((constructor(200))) static void second(void) {
    if (trace)
        trace[length++] = '2';
}

__attribute__((constructor(101))) static void first(void) {
    trace = malloc(8);
    if (trace)
        trace[length++] = '1';
}

__attribute__((destructor)) static void last(void) {
    assert(!trace || trace[2] == 'm');
    free(trace);
}

int main(void) {
    assert(!trace || (trace[0] == '1' && trace[1] == '2'));
    if (trace)
        trace[length++] = 'm';
    return 0;
}
