// One setting more than the table has room for.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

struct setting {
    char key[4];
    char value[4];
};

static struct setting settings[2];
static size_t used;

static int set(const char *text) {
    const char *end = strchr(text, '=');
    if (!end || (size_t)(end - text) >= sizeof settings[0].key || strlen(end + 1) >= sizeof settings[0].value)
        return 0;
    settings[used].key[end - text] = '\0'; // BUG: out-of-bounds
    memcpy(settings[used].key, text, end - text);
    strcpy(settings[used].value, end + 1);
    used++;
    return 1;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!set(argv[i]))
            fprintf(stderr, "cannot set %s\n", argv[i]);
    return 0;
}
