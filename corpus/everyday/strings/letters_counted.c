// Counts the letters of a line behind its indentation, by an index that is an int.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>

static const char *skip_blanks(const char *s)
{
    while (*s == ' ' || *s == '\t')
        s++;
    return s;
}

static int letters(const char *s)
{
    int n = 0;
    for (int i = 0; s[i]; i++)
        if (isalpha((unsigned char)s[i]))
            n++;
    return n;
}

int main(void)
{
    char line[128];

    while (fgets(line, sizeof line, stdin))
        printf("%d\n", letters(skip_blanks(line)));
    return 0;
}
