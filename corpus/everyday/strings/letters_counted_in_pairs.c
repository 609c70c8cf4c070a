// Counts two letters at a time: the end of a text with an odd number of letters is passed.
// verdict: unsafe
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
    for (int i = 0; s[i]; i += 2) // BUG: out-of-bounds
        if (isalpha((unsigned char)s[i]))
            n++;
    return n;
}

int main(void)
{
    char line[16];

    while (fgets(line, sizeof line, stdin))
        printf("%d\n", letters(skip_blanks(line)));
    return 0;
}
