// The value is not freed.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    char *key;
    char *value;
    struct pair *next;
};

static struct pair *add(struct pair *list, const char *key, const char *value) {
    struct pair *pair = malloc(sizeof *pair);
    if (pair == NULL)
        return list;
    pair->key = strdup(key);
    pair->value = strdup(value);
    pair->next = list;
    if (pair->key == NULL || pair->value == NULL) {
        free(pair->key);
        free(pair->value);
        free(pair);
        return list;
    }
    return pair;
}

int main(int argc, char **argv) {
    char line[200];
    struct pair *list = NULL;
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *equals = strchr(line, '=');
        if (line[0] == '#' || equals == NULL)
            continue;
        *equals = '\0';
        list = add(list, line, equals + 1);
    }
    for (struct pair *pair = list; pair != NULL; pair = pair->next)
        if (argc > 1 && strcmp(pair->key, argv[1]) == 0)
            puts(pair->value);
    while (list != NULL) {
        struct pair *next = list->next;
        free(list->key);
        free(list); // BUG: leak
        list = next;
    }
    return 0;
}
