// The format asks for two numbers, and room for one of them is given.
// verdict: unsafe
// sanitizers: blind, because what is found in place of the argument may be a fine pointer by chance
#include <stdio.h>

int main(void)
{
    int width = 0;
    if (scanf("%d %d", &width) == 2) // BUG: invalid-pointer
        return 1;
    return 0;
}
