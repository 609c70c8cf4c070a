// Reads settings of the form key=value from standard input and looks one up.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct setting {
    char key[32];
    char value[64];
};

static char *trimmed(char *text) {
    while (isspace((unsigned char)*text))
        text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return text;
}

int main(int argc, char **argv) {
    static struct setting settings[40];
    size_t count = 0;
    char line[256];
    while (count < 40 && fgets(line, sizeof line, stdin)) {
        char *equals = strchr(line, '=');
        if (line[0] == '#' || equals == NULL)
            continue;
        *equals = '\0';
        char *key = trimmed(line), *value = trimmed(equals + 1);
        if (strlen(key) >= sizeof settings[count].key || strlen(value) >= sizeof settings[count].value)
            continue;
        strcpy(settings[count].key, key);
        strcpy(settings[count].value, value);
        count++;
    }
    for (size_t i = 0; i < count; i++)
        if (argc > 1 && strcmp(settings[i].key, argv[1]) == 0)
            puts(settings[i].value);
    return 0;
}
