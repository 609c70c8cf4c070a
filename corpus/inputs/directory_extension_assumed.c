// Cuts the extension off each name in a directory below the working directory, but some names have none.
// verdict: unsafe
#include <dirent.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    DIR *directory = opendir("notes");
    if (directory == NULL)
        return 1;
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        if (entry->d_type == DT_DIR)
            continue;
        *strrchr(entry->d_name, '.') = '\0'; // BUG: null-deref
        puts(entry->d_name);
    }
    closedir(directory);
    return 0;
}
