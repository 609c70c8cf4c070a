// Reads sections and keys of an INI file and prints the value that is asked for.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *strip(char *text) {
    while (*text == ' ' || *text == '\t')
        text++;
    size_t n = strlen(text);
    while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\n' || text[n - 1] == '\r'))
        n--;
    text[n] = '\0';
    return text;
}

int main(int argc, char **argv) {
    char line[200], section[50] = "";
    if (argc != 3) {
        fprintf(stderr, "usage: ini SECTION KEY\n");
        return 2;
    }
    while (fgets(line, sizeof line, stdin)) {
        char *text = strip(line);
        if (*text == '#' || *text == ';' || *text == '\0')
            continue;
        if (*text == '[') {
            char *close = strchr(text, ']');
            if (close == NULL)
                continue;
            *close = '\0';
            snprintf(section, sizeof section, "%s", text + 1);
            continue;
        }
        char *equals = strchr(text, '=');
        if (equals == NULL)
            continue;
        *equals = '\0';
        if (strcmp(section, argv[1]) == 0 && strcmp(strip(text), argv[2]) == 0) {
            puts(strip(equals + 1));
            return 0;
        }
    }
    return 1;
}
