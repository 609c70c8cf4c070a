// chmod changes the mode.
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
    struct stat s;
    printf("%d ", chmod("text", 0640));
    stat("text", &s);
    printf("%o ", (unsigned)(s.st_mode & 0777));
    putchar('\n');
    return 0;
}
