// Variables that are set again, and an environment that is cleared: the library keeps the old values.
// verdict: safe
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    if (setenv("MODE", "one", 1) != 0)
        return 1;
    const char *old = getenv("MODE");
    setenv("MODE", "two", 1);
    clearenv();
    puts(old);
    return getenv("MODE") != NULL;
}
