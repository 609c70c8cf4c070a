// A function that nobody defines does not return, the user says.
// verdict: safe
// args: --noreturn=fail
#include <stdlib.h>

void fail(const char *message);

int main(void) {
    int *number = malloc(sizeof *number);
    if (!number)
        fail("no memory");
    *number = 1;
    free(number);
}
