// scandir with a filter, sorted by name.
// run: .
// run: missing
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static int is_seen(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv) {
    struct dirent **names;
    int count = scandir(argc > 1 ? argv[1] : ".", &names, is_seen, alphasort);
    if (count < 0) {
        puts("no directory");
        return 1;
    }
    for (int i = 0; i < count; i++) {
        puts(names[i]->d_name);
        free(names[i]);
    }
    free(names);
    return 0;
}
