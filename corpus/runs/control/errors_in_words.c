// The texts of error numbers, common and rare, into memory of several sizes.
#include <errno.h>
#include <stdio.h>
#include <string.h>

int __xpg_strerror_r(int number, char *to, size_t size);

int main(void) {
    int numbers[] = {0, EPERM, ENOENT, EINTR, EBUSY, ENOTDIR, EISDIR, EMFILE, ENOSPC, EPIPE, ELOOP, 4000, -1};
    char text[60];
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        printf("%s\n", strerror(numbers[i]));
    printf("%d", __xpg_strerror_r(ENOENT, text, sizeof text));
    printf(" %s\n", text);
    printf("%d", __xpg_strerror_r(ENOENT, text, 8));
    printf(" %s\n", text);
    return 0;
}
