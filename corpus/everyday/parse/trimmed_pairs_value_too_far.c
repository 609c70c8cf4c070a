// Takes the value to begin two characters behind the equals sign.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *trim(char *s)
{
    while (isspace((unsigned char)*s)) // BUG: out-of-bounds
        s++;
    char *end = s + strlen(s); // BUG: out-of-bounds
    while (end > s && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return s;
}

int main(int argc, char **argv)
{
    FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
    char line[8];
    int failed = 0;

    if (!in) {
        perror("open");
        return 1;
    }
    while (!failed && fgets(line, sizeof line, in)) {
        char *s = trim(line);
        if (!*s || *s == '#')
            continue;
        char *equals = strchr(s, '=');
        if (!equals)
            continue;
        *equals = '\0';
        char *key = strdup(trim(s));
        char *value = strdup(trim(equals + 2));
        if (key && value)
            printf("%s: %s\n", key, value);
        else
            failed = 1;
        free(key);
        free(value);
    }
    if (in != stdin)
        fclose(in);
    return failed;
}
