// mkdir, rmdir and files in folders.
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    printf("%d %d %d ", mkdir("d", 0700), mkdir("d", 0700), errno == EEXIST);
    FILE *f = fopen("d/x", "w");
    if (!f) return 1;
    fclose(f);
    printf("%d %d ", rmdir("d"), errno == ENOTEMPTY);
    remove("d/x");
    printf("%d\n", rmdir("d"));
    return 0;
}
