// Prints the names of all variables of the environment, of which there can be any number of any length.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

extern char **environ;

int main(void)
{
    int count = 0;
    for (char **entry = environ; *entry; entry++) {
        char *equals = strchr(*entry, '=');
        if (equals)
            printf("%.*s\n", (int)(equals - *entry), *entry);
        else
            puts(*entry);
        count++;
    }
    printf("%d\n", count);
    return 0;
}
