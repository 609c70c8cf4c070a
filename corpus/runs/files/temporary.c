// tmpfile and mkstemp.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char name[] = "tmpXXXXXX", b[10] = "";
    FILE *f = tmpfile();
    if (!f) return 1;
    fputs("abc", f);
    rewind(f);
    printf("%s ", fgets(b, sizeof b, f));
    fclose(f);
    int fd = mkstemp(name);
    printf("%d %d %d ", fd >= 0, strncmp(name, "tmp", 3), strcmp(name, "tmpXXXXXX") != 0);
    close(fd);
    printf("%d\n", unlink(name));
    return 0;
}
