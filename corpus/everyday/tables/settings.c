// Settings from arguments like KEY=VALUE, in a table of records that are found by their key.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

#define MOST 16

struct setting {
    char key[16];
    char value[64];
};

static struct setting settings[MOST];
static size_t used;

static int set(const char *text) {
    const char *end = strchr(text, '=');
    if (used == MOST || !end || (size_t)(end - text) >= sizeof settings[0].key ||
        strlen(end + 1) >= sizeof settings[0].value)
        return 0;
    memcpy(settings[used].key, text, end - text);
    settings[used].key[end - text] = '\0';
    strcpy(settings[used].value, end + 1);
    used++;
    return 1;
}

static const char *get(const char *key) {
    for (size_t i = 0; i < used; i++)
        if (strcmp(settings[i].key, key) == 0)
            return settings[i].value;
    return "";
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!set(argv[i]))
            fprintf(stderr, "cannot set %s\n", argv[i]);
    printf("%s %zu\n", get("name"), strlen(get("mode")));
    return 0;
}
