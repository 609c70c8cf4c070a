// Looks at one variable of the environment and then at all of them.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

int main(void)
{
    const char *home = getenv("HOME");
    size_t longest = 0;
    for (char **entry = environ; *entry; entry++)
        if (strlen(*entry) > longest)
            longest = strlen(*entry);
    printf("%s %zu\n", home ? home : "nowhere", longest);
    return 0;
}
