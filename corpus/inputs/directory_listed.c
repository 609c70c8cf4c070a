// Shows the names in a directory that fit a column, the others cut.
// verdict: safe
#include <dirent.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char column[16];
    DIR *directory = opendir(".");
    if (directory == NULL)
        return 1;
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(column, sizeof column, "%s", entry->d_name);
        puts(column);
    }
    closedir(directory);
    return 0;
}
