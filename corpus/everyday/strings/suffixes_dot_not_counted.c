// Gives names of files another suffix and does not count the dot.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *with_suffix(const char *name, const char *suffix) {
    const char *slash = strrchr(name, '/');
    const char *dot = strrchr(slash ? slash : name, '.');
    size_t stem = dot ? (size_t)(dot - name) : strlen(name);
    size_t length = strlen(suffix);
    char *changed = malloc(stem + length + 1);
    if (changed == NULL)
        return NULL;
    memcpy(changed, name, stem);
    changed[stem] = '.';
    memcpy(changed + stem + 1, suffix, length + 1); // BUG: out-of-bounds
    return changed;
}

int main(int argc, char **argv) {
    for (int i = 2; i < argc; i++) {
        char *changed = with_suffix(argv[i], argv[1]);
        if (changed == NULL)
            return 1;
        printf("%s -> %s\n", argv[i], changed);
        free(changed);
    }
    return 0;
}
