// fdopen, fileno and freopen.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char b[20];
    FILE *f = fdopen(open("text", O_RDONLY), "r");
    if (!f) return 1;
    printf("%d %s", fileno(f) > 2, fgets(b, sizeof b, f));
    f = freopen("other", "w", f);
    if (!f) return 1;
    printf("%d\n", fputs("x", f) >= 0);
    fclose(f);
    return 0;
}
