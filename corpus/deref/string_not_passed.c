// The format asks for two strings, and one is passed: printf reads from wherever the missing pointer happens to lead.
// verdict: unsafe
// sanitizers: blind, because what is found in place of the argument may be a fine pointer by chance
#include <stdio.h>

int main(void)
{
    const char *name = "list";
    printf("%s: %s\n", name); // BUG: invalid-pointer
    return 0;
}
