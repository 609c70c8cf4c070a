#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    char *key;
    int value;
};

/* Reads a line such as `width=7`. */
static int parse(struct pair *pair, const char *line)
{
    const char *equals = strchr(line, '=');
    if (!equals)
        return 0;
    pair->key = malloc(equals - line);
    if (!pair->key)
        return 0;
    memcpy(pair->key, line, equals - line);
    pair->key[equals - line] = '\0';
    pair->value = atoi(equals + 1);
    return 1;
}

int main(void)
{
    char line[4];
    struct pair pair;
    if (fgets(line, sizeof line, stdin) && parse(&pair, line)) {
        printf("%s is %d\n", pair.key, pair.value);
        free(pair.key);
    }
    return 0;
}
