// Copies each name in a directory to a column that holds fifteen characters.
// verdict: unsafe
#include <dirent.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char column[16];
    DIR *directory = opendir(argc > 1 ? argv[1] : ".");
    if (directory == NULL)
        return 1;
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        strcpy(column, entry->d_name); // BUG: out-of-bounds
        puts(column);
    }
    closedir(directory);
    return 0;
}
