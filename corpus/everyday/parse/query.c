// Splits the query of an address into pairs and prints those that have a value.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    const char *key, *value;
};

static size_t parse(char *query, struct pair *pairs, size_t most) {
    size_t count = 0;
    char *rest = query;
    char *part;
    while (count < most && (part = strsep(&rest, "&")) != NULL) {
        char *equals = strchr(part, '=');
        if (equals != NULL)
            *equals++ = '\0';
        pairs[count].key = part;
        pairs[count].value = equals;
        count++;
    }
    return count;
}

int main(int argc, char **argv) {
    struct pair pairs[16];
    for (int i = 1; i < argc; i++) {
        const char *mark = strchr(argv[i], '?');
        if (mark == NULL)
            continue;
        char *query = strdup(mark + 1);
        if (query == NULL)
            return 1;
        size_t count = parse(query, pairs, sizeof pairs / sizeof *pairs);
        for (size_t k = 0; k < count; k++)
            if (pairs[k].value != NULL)
                printf("%s is %s\n", pairs[k].key, pairs[k].value);
        free(query);
    }
    return 0;
}
