// Prints a variable of the environment that may not be set.
// verdict: unsafe
// sanitizers: blind, because the GNU C library shows a null pointer as "(null)"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("%s\n", getenv("EDITOR")); // BUG: null-deref
    return 0;
}
