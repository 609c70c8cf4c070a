// Looks behind the end of the environment that main is given where it is empty.
// verdict: unsafe
#include <stdio.h>

int main(int argc, char **argv, char **envp)
{
    (void)argc;
    (void)argv;
    do {
        if (envp[0][0] == 'A') // BUG: null-deref
            puts(*envp);
        envp++;
    } while (*envp);
    return 0;
}
