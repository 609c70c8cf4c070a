// A folder is read twice.
#include <dirent.h>
#include <stdio.h>

int main(void) {
    DIR *d = opendir(".");
    int n = 0, m = 0;
    if (!d) return 1;
    while (readdir(d)) n++;
    rewinddir(d);
    while (readdir(d)) m++;
    printf("%d %d %d\n", n, m, dirfd(d) >= 0);
    closedir(d);
    return 0;
}
