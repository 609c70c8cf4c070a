// chdir and getcwd.
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    char a[4096], b[4096];
    mkdir("sub", 0700);
    if (!getcwd(a, sizeof a)) return 1;
    printf("%d ", chdir("sub"));
    if (!getcwd(b, sizeof b)) return 1;
    printf("%s %d %d %d\n", b + strlen(a), getcwd(b, 2) == NULL, access("../text", F_OK), chdir("missing"));
    return 0;
}
